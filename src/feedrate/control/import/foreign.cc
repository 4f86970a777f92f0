#include "feedrate/control/import/foreign.h"

#include "feedrate/base/problems.h"
#include "feedrate/base/read.h"

namespace feedrate::control {
namespace {

using Kind = Value::Kind;

// More iterations than any clock can have counted, and few enough for exact arithmetic in a double.
constexpr double kMostSamples = 1e15;

const char* kind_text(Kind kind) {
  switch (kind) {
    case Kind::kMap:
      return "a map";
    case Kind::kList:
      return "a list";
    case Kind::kText:
      return "a text";
    default:
      return "a number";
  }
}

const Value* fact_of(const Value* map, std::string_view key) {
  return map != nullptr && map->is(Kind::kMap) ? map->find(key) : nullptr;
}

Expected<Part> found_in(const Part& map, std::string_view key, const std::string& expected) {
  if (!map.value->is(Kind::kMap)) return wrong_part(map, format("a map with the key {}", key));
  const Value* found = map.value->find(key);
  if (found != nullptr) return Part{found, map.file, join_path(map.path, key)};
  Problems problems(map.file);
  problems.missing_key(*map.value, map.path, key, expected);
  return Unexpected(problems.status().error());
}

Expected<double> number_of(const Part& part, const Rule& rule) {
  const bool number = part.value->is(Kind::kInteger) || part.value->is(Kind::kReal);
  if (!number || part.value->as_real() < rule.low || part.value->as_real() > rule.high)
    return wrong_part(part, expected_number(false, rule));
  return part.value->as_real();
}

}  // namespace

Unexpected wrong_part(const Part& part, std::string_view expected) {
  Problems problems(part.file);
  problems.unexpected(*part.value, part.path, expected);
  return Unexpected(problems.status().error());
}

Expected<Part> part_in(const Part& map, std::string_view key, Kind kind) {
  FEEDRATE_TRY(found, found_in(map, key, kind_text(kind)));
  if (!found.value->is(kind)) return wrong_part(found, kind_text(kind));
  return found;
}

Expected<std::vector<Part>> list_in(const Part& map, std::string_view key) {
  FEEDRATE_TRY(list, part_in(map, key, Kind::kList));
  std::vector<Part> out;
  for (std::size_t i = 0; i < list.value->items().size(); ++i)
    out.push_back({&list.value->items()[i], list.file, format("{}[{}]", list.path, i)});
  return out;
}

Expected<std::string> text_in(const Part& map, std::string_view key) {
  FEEDRATE_TRY(found, part_in(map, key, Kind::kText));
  return found.value->as_text();
}

Expected<double> number_in(const Part& map, std::string_view key, const Rule& rule) {
  FEEDRATE_TRY(found, found_in(map, key, expected_number(false, rule)));
  return number_of(found, rule);
}

Expected<std::int64_t> count_in(const Part& map, std::string_view key) {
  const Rule rule = range(1, kMostSamples);
  FEEDRATE_TRY(found, found_in(map, key, expected_number(true, rule)));
  if (!found.value->is(Kind::kInteger)) return wrong_part(found, expected_number(true, rule));
  FEEDRATE_TRY_STATUS(number_of(found, rule));
  return found.value->as_integer();
}

Expected<std::vector<double>> seconds_in(const Part& map, std::string_view key) {
  FEEDRATE_TRY(parts, list_in(map, key));
  std::vector<double> out;
  for (const auto& part : parts) {
    FEEDRATE_TRY(seconds, number_of(part, at_least(0)));
    out.push_back(seconds);
  }
  return out;
}

std::string fact_text(const Value* map, std::string_view key) {
  const Value* found = fact_of(map, key);
  return found != nullptr && found->is(Kind::kText) ? found->as_text() : "";
}

double fact_number(const Value* map, std::string_view key) {
  const Value* found = fact_of(map, key);
  return found != nullptr && (found->is(Kind::kInteger) || found->is(Kind::kReal)) ? found->as_real() : 0;
}

bool fact_flag(const Value* map, std::string_view key) {
  const Value* found = fact_of(map, key);
  return found != nullptr && found->is(Kind::kBool) && found->as_bool();
}

}  // namespace feedrate::control
