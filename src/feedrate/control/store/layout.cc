#include "feedrate/control/store/layout.h"

#include <charconv>

#include "feedrate/base/format.h"
#include "feedrate/base/hash.h"

namespace feedrate::control {
namespace {

constexpr std::string_view kJson = ".json";

// What stands before ".json".
std::optional<std::string_view> stem_of(std::string_view file) {
  if (!file.ends_with(kJson)) return std::nullopt;
  return file.substr(0, file.size() - kJson.size());
}

std::optional<std::string> as_id(std::string_view text) {
  if (!is_id(text)) return std::nullopt;
  return std::string(text);
}

}  // namespace

std::string RunFolder::receipt(const AttemptName& name) const {
  return receipt_folder(name.block) + "/" + attempt_text(name) + ".json";
}

std::string RunFolder::work(const AttemptName& name) const { return work() + "/" + attempt_text(name); }

std::string attempt_text(const AttemptName& name) { return format("{}-{}", name.block, name.attempt); }

std::optional<AttemptName> parse_attempt(std::string_view text) {
  if (text.size() < kIdLength + 2 || text[kIdLength] != '-') return std::nullopt;
  AttemptName name{std::string(text.substr(0, kIdLength)), 0};
  const auto [end, code] = std::from_chars(text.data() + kIdLength + 1, text.data() + text.size(), name.attempt);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  // Only the one way to write it: no sign, no leading zero.
  if (!is_id(name.block) || name.attempt < 1 || attempt_text(name) != text) return std::nullopt;
  return name;
}

std::optional<std::string> cell_of_record(std::string_view file) {
  const auto stem = stem_of(file);
  return stem ? as_id(*stem) : std::nullopt;
}

std::optional<std::string> cell_of_file(std::string_view file) {
  const auto dot = file.find('.');
  return dot == std::string_view::npos ? std::nullopt : as_id(file.substr(0, dot));
}

std::optional<AttemptName> attempt_of_receipt(std::string_view file) {
  const auto stem = stem_of(file);
  return stem ? parse_attempt(*stem) : std::nullopt;
}

std::optional<std::string> environment_of_file(std::string_view file) {
  constexpr std::string_view kPrefix = "environment-";
  const auto stem = stem_of(file);
  if (!stem || !stem->starts_with(kPrefix)) return std::nullopt;
  return as_id(stem->substr(kPrefix.size()));
}

}  // namespace feedrate::control
