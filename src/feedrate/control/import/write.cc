#include "feedrate/control/import/write.h"

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

Status write_block_files(const std::string& out, const ImportDraft& draft, const SealedBlock& sealed) {
  for (const auto& record : sealed.records) {
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/environment-{}.json", out, record.environment),
                                         draft.environments.at(record.environment) + "\n"));
    FEEDRATE_TRY_STATUS(
        host::write_file(format("{}/{}.json", out, record.id), canonical_json(contract::write_record(record)) + "\n"));
  }
  return host::write_file(format("{}/{}", out, kReceiptFile),
                          canonical_json(contract::write_receipt(sealed.receipt)) + "\n");
}

}  // namespace

Status write_draft(Store& store, const ImportDraft& draft, const std::function<void(std::size_t)>& tell) {
  // What an earlier import left when it was stopped.
  FEEDRATE_TRY_STATUS(store.recover());
  for (std::size_t i = 0; i < draft.blocks.size(); ++i) {
    tell(i);
    const auto& block = draft.blocks[i];
    const std::string id = block_id_of(draft, block);
    FEEDRATE_TRY(finished, store.finished(id));
    if (finished) continue;
    FEEDRATE_TRY(attempt, store.next_attempt(id));
    const SealedBlock sealed = seal_draft(draft, block, attempt);
    FEEDRATE_TRY(work, store.begin_block(sealed.spec));
    FEEDRATE_TRY_STATUS(write_block_files(format("{}/{}", work, kOutFolder), draft, sealed));
    FEEDRATE_TRY(absorbed, store.absorb(work));
    // The store checks every record as if a stranger had written it.
    if (!absorbed.problems.empty()) return Unexpected(absorbed.problems.front());
    FEEDRATE_CHECK(absorbed.finished);
  }
  return store.put_plan(draft.plan, draft.document);
}

}  // namespace feedrate::control
