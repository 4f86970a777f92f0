// Any bytes as each of the JSON documents that cross a line: what a reader accepts must be written and be read again as
// the same document.
#include <cstdint>

#include "feedrate/base/json.h"
#include "feedrate/contract/capability/capability.h"
#include "feedrate/contract/record/record.h"

namespace {

using namespace feedrate;

template <class T>
void check(const Value& tree, Expected<T> (*read)(const Value&, const std::string&), Value (*write)(const T&)) {
  const auto document = read(tree, "fuzz.json");
  if (!document) return;
  const std::string written = canonical_json(write(*document));
  const auto parsed = parse_json(written, "again.json");
  FEEDRATE_CHECK(parsed.has_value());
  const auto again = read(*parsed, "again.json");
  FEEDRATE_CHECK(again.has_value());
  FEEDRATE_CHECK(canonical_json(write(*again)) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tree = parse_json({reinterpret_cast<const char*>(data), size}, "fuzz.json");
  if (!tree) return 0;
  check(*tree, contract::read_record, contract::write_record);
  check(*tree, contract::read_receipt, contract::write_receipt);
  check(*tree, contract::read_block, contract::write_block);
  check(*tree, contract::read_order, contract::write_order);
  check(*tree, contract::read_capability, contract::write_capability);
  return 0;
}
