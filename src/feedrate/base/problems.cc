#include "feedrate/base/problems.h"

#include "feedrate/base/suggest.h"

namespace feedrate {
namespace {

std::string in(std::string_view path) { return path.empty() ? "at the top level" : format("in {}", path); }

}  // namespace

void Problems::add(const Position& at, std::string_view message) {
  if (!at.flag.empty())
    lines_.push_back(format("{}: {}", at.flag, message));
  else
    lines_.push_back(format("{}:{}:{}: {}", file_, at.line, at.column, message));
}

void Problems::unexpected(const Value& found, std::string_view path, std::string_view expected) {
  add(found.at(), format("{} is {}; expected {}", path.empty() ? "the file" : path, found.shown(), expected));
}

void Problems::unknown_key(const Value::Member& member, std::string_view path, std::span<const std::string> known) {
  std::string message = format("unknown key {} {}", member.key, in(path));
  if (auto guess = nearest(member.key, known); !guess.empty()) message += format("; did you mean {}?", guess);
  message += format(" (keys here: {})", either(known));
  const Position& at = member.value.at().flag.empty() ? member.key_at : member.value.at();
  add(at, message);
}

void Problems::missing_key(const Value& map, std::string_view path, std::string_view key, std::string_view expected) {
  add(map.at(), format("the key {} is missing {}; expected {}", key, in(path), expected));
}

Status Problems::status() const {
  if (lines_.empty()) return {};
  std::string all;
  for (const auto& line : lines_) all += (all.empty() ? "" : "\n") + line;
  return input_error(all);
}

}  // namespace feedrate
