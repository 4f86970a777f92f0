// Any bytes as JSON: what is accepted must be written, canonical and pretty, and be read again as the same tree.
#include <cstdint>

#include "feedrate/base/json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace feedrate;
  const auto tree = parse_json({reinterpret_cast<const char*>(data), size}, "fuzz.json");
  if (!tree) return 0;
  const std::string written = canonical_json(*tree);
  for (const auto& text : {written, pretty_json(*tree)}) {
    const auto again = parse_json(text, "again.json");
    FEEDRATE_CHECK(again.has_value());
    FEEDRATE_CHECK(canonical_json(*again) == written);
  }
  return 0;
}
