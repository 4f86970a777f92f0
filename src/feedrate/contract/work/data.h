// Which data a case reads, and how. The fingerprint identifies it; the uri only says where it lies on this machine and
// is not part of any id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

enum class Source { kStorage, kMemory };
enum class Cache { kAny, kCold, kWarm };

struct Data {
  std::string uri;
  Source source = Source::kStorage;
  Cache cache = Cache::kAny;
  std::optional<std::int64_t> items;
  std::optional<double> ratio;
  std::optional<std::string> fingerprint;  // set by plan: H(sorted relative path, size), or the data set's own digest
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::Source> {
  static constexpr std::array<std::pair<contract::Source, const char*>, 2> names = {
      {{contract::Source::kStorage, "storage"}, {contract::Source::kMemory, "memory"}}};
};
template <>
struct Names<contract::Cache> {
  static constexpr std::array<std::pair<contract::Cache, const char*>, 3> names = {
      {{contract::Cache::kAny, "any"}, {contract::Cache::kCold, "cold"}, {contract::Cache::kWarm, "warm"}}};
};
template <>
struct Fields<contract::Data> {
  static constexpr auto doc = "the data a case reads";
  static constexpr auto table = std::tuple{
      field("uri", &contract::Data::uri, "folder, shards or s3://bucket/prefix", filled()),
      field("source", &contract::Data::source, "where samples come from while the clock runs", optional()),
      field("cache", &contract::Data::cache, "the page cache state that is asked for", optional()),
      field("items", &contract::Data::items, "use only the first so many samples, over and over", range(1, 1e12)),
      field("ratio", &contract::Data::ratio, "use a seeded random share of the samples", range(1e-9, 1)),
      field("fingerprint", &contract::Data::fingerprint, "identity of the data; plan computes it", id_rule()),
  };
};
template <>
struct Shorthand<contract::Data> {
  static constexpr const char* field = "uri";
};

}  // namespace feedrate
