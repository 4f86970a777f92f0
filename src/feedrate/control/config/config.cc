#include "feedrate/control/config/config.h"

#include <algorithm>

#include "feedrate/base/write.h"
#include "feedrate/control/config/fields.h"

namespace feedrate::control {
namespace {

void drop(Value& map, std::string_view key) {
  auto& members = map.members();
  members.erase(
      std::remove_if(members.begin(), members.end(), [&](const Value::Member& member) { return member.key == key; }),
      members.end());
}

}  // namespace

Value write_config(const Config& config) { return write(config); }

std::string plan_key(const Config& config) {
  Value key = write_config(config);
  for (const char* whole : {"limits", "gate", "build", "environments"}) drop(key, whole);
  for (const char* word : {"blocks", "grow"}) drop(*key.find("measure"), word);
  drop(*key.find("data"), "uri");
  for (auto& subject : key.find("subjects")->items()) {
    for (const char* word : {"label", "note", "required"}) drop(subject, word);
  }
  return canonical_json(key);
}

std::optional<double> slow_seconds(const Config& config) {
  if (config.scope != contract::Scope::kTransform) return {};
  const bool is_clip = std::holds_alternative<contract::Video>(config.media);
  return config.limits.slow.value_or(is_clip ? kPolicy.slow_clip : kPolicy.slow_picture).seconds;
}

contract::Data data_of(const Config& config) {
  const DataConfig& data = config.data;
  return {data.uri, data.source, data.cache, data.items, data.ratio, {}};
}

}  // namespace feedrate::control
