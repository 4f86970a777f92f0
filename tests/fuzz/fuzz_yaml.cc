// Any bytes as YAML: what is accepted must be written and be read again as the same tree, also by the JSON reader.
#include <cstdint>

#include "feedrate/base/json.h"
#include "feedrate/base/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace feedrate;
  const auto tree = parse_yaml({reinterpret_cast<const char*>(data), size}, "fuzz.yaml");
  if (!tree) return 0;
  const std::string canonical = canonical_json(*tree);
  const auto again = parse_yaml(write_yaml(*tree), "again.yaml");
  FEEDRATE_CHECK(again.has_value());
  FEEDRATE_CHECK(canonical_json(*again) == canonical);
  const auto as_json = parse_json(canonical, "again.json");
  FEEDRATE_CHECK(as_json.has_value());
  FEEDRATE_CHECK(canonical_json(*as_json) == canonical);
  return 0;
}
