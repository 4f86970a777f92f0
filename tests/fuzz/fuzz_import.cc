// Any bytes as results of another tool: what is accepted must become records, blocks and receipts that their readers
// accept, each cell once, whatever the options. The first byte chooses these.
#include <cstdint>
#include <set>

#include "feedrate/base/json.h"
#include "feedrate/control/import/draft.h"

namespace {

using namespace feedrate;
using namespace feedrate::control;

ImportOptions options_of(std::uint8_t choice) {
  ImportOptions out;
  out.interleaved = (choice & 1U) != 0;
  const std::size_t kinds = Names<ImportKind>::names.size();
  if (const std::size_t kind = (choice >> 1U) % (kinds + 1); kind < kinds)
    out.kind = Names<ImportKind>::names[kind].first;
  if ((choice & 64U) != 0) out.subject = "mine";
  if ((choice & 128U) != 0) out.columns = {{"a", ColumnKey::kSubject}, {"b", ColumnKey::kRate}};
  return out;
}

void check_import(const std::vector<ImportSource>& sources, const ImportOptions& options) {
  const auto draft = draft_import(sources, options);
  if (!draft) {
    FEEDRATE_CHECK(!draft.error().message.empty() && draft.error().fault == Fault::kInput);
    return;
  }
  std::set<std::string> cells;
  for (const auto& block : draft->blocks) {
    const auto sealed = seal_draft(*draft, block, 1);
    FEEDRATE_CHECK(contract::read_block(contract::write_block(sealed.spec), "block").has_value());
    FEEDRATE_CHECK(contract::read_receipt(contract::write_receipt(sealed.receipt), "receipt").has_value());
    for (const auto& record : sealed.records) {
      const auto text = canonical_json(contract::write_record(record));
      FEEDRATE_CHECK(contract::read_record(parse_json(text, "record").value(), "record").has_value());
      FEEDRATE_CHECK(cells.insert(record.id).second);
    }
  }
  FEEDRATE_CHECK(cells.size() == draft->cells);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ImportOptions options = options_of(data[0]);
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_import({{"fuzz.json", text}}, options);
  check_import({{"fuzz.json", text}, {"again.json", text + "\n"}}, options);
  return 0;
}
