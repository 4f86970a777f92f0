#include "feedrate/control/config/overrides.h"

#include <algorithm>

#include "feedrate/base/suggest.h"
#include "feedrate/base/yaml.h"

namespace feedrate::control {
namespace {

// The key that a section's bare form stands for: `data: ./photos` is `data: {uri: ./photos}`.
std::string_view bare_key(std::string_view section) {
  if (section == "data") return "uri";
  if (section == "recipe") return "name";
  if (section == "media") return "kind";
  return {};
}

void place_all(Value& value, const Position& at) {
  value.place(at);
  for (auto& item : value.items()) place_all(item, at);
  for (auto& member : value.members()) {
    member.key_at = at;
    place_all(member.value, at);
  }
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts(1);
  for (char c : path)
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// parse_yaml's messages open with a place inside the text; on a command line the flag is the place.
std::string without_place(const std::string& message) {
  const auto end = message.find(": ");
  return end == std::string::npos ? message : message.substr(end + 2);
}

void apply(const Override& change, Value& tree, Problems& problems) {
  const Position at{0, 0, change.flag};
  auto value = parse_yaml(change.text, "");
  if (!value) return problems.add(at, without_place(value.error().message));
  place_all(*value, at);

  const auto parts = parts_of(change.path);
  Value* section = &tree;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& key = parts[i];
    if (key.empty() || key.find_first_of("[] ") != std::string::npos || section->is(Value::Kind::kList)) {
      std::string known = parts[0].substr(0, parts[0].find('['));
      return problems.add(
          at, section->is(Value::Kind::kList) || key.find('[') != std::string::npos
                  ? format("a list is set as a whole, not by item; write --set '{}=[...]' or edit the file", known)
                  : format("\"{}\" is no path of keys; expected one such as measure.blocks", change.path));
    }
    // What the file has here is no map at all: reading the file says so.
    if (!section->is(Value::Kind::kMap)) return;
    if (i + 1 == parts.size()) {
      section->set(key, std::move(*value));
      return;
    }
    Value* next = section->find(key);
    if (next == nullptr) {
      Value empty = Value::map();
      empty.place(at);
      section->set(key, std::move(empty));
      next = section->find(key);
    } else if (const auto bare = bare_key(key); i == 0 && !bare.empty() && next->is(Value::Kind::kText)) {
      Value whole = Value::map({{std::string(bare), *next, next->at()}});
      whole.place(next->at());
      *next = std::move(whole);
    }
    section = next;
  }
}

}  // namespace

std::vector<ShortFlag> short_flags() {
  return {
      {"--num-runs", "measure.blocks", "N", "blocks: passes over all cases", false},
      {"--num-items", "data.items", "N", "use only the first N samples, over and over", false},
      {"--sample-ratio", "data.ratio", "SHARE", "use a seeded random share of the samples, such as 0.1", false},
      {"--workers", "axes.workers", "N,...", "worker processes or threads, one case each: 1,2,4", true},
      {"--batch-size", "axes.batch", "N,...", "samples a batch, one case each: 64,256", true},
      {"--device", "axes.device", "NAME,...", "where the work is done: cpu or cuda", true},
      {"--cache", "data.cache", "STATE", "page cache state asked for: any, cold or warm", false},
  };
}

Expected<Override> flag_override(std::string_view flag, std::string_view text) {
  std::vector<std::string> names;
  for (const auto& known : short_flags()) {
    names.push_back(known.flag);
    if (known.flag != flag) continue;
    const bool wrap = known.list && !text.starts_with('[');
    return Override{format("{} {}", flag, text), known.path, wrap ? format("[{}]", text) : std::string(text)};
  }
  return input_error(format("{} is no flag that stands for a key; expected {}", flag, either(names)));
}

Expected<Override> set_override(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos)
    return input_error(format("--set {}: expected KEY=VALUE, such as --set measure.blocks=7", text));
  return Override{format("--set {}", text), std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

void apply_overrides(std::span<const Override> overrides, Value& tree, Problems& problems) {
  for (const auto& change : overrides) apply(change, tree, problems);
}

}  // namespace feedrate::control
