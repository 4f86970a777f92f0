#include "feedrate/agent/seal.h"

#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::agent {
namespace {

// One line a batch: seconds since the first mark, samples, bytes.
std::string batch_times(const MarksFolder& marks) {
  std::string out;
  std::int64_t first = 0;
  for (const auto& mark : marks.marks()) {
    if (first == 0) first = mark.time_ns;
    if (mark.kind != contract::marks::Kind::kBatch) continue;
    out += format("{{\"t\":{},\"samples\":{},\"bytes\":{}}}\n",
                  decimal(static_cast<double>(mark.time_ns - first) * 1e-9), mark.b, mark.a);
  }
  return out;
}

// All cells of a block read the same data.
std::string data_folder(const contract::BlockSpec& block) {
  const auto* data = contract::data_of(block.order.front().cells.front().what);
  return data == nullptr ? "" : data->uri;
}

}  // namespace

Seal::Seal(const contract::BlockSpec& block, std::string out)
    : block_(block), out_(std::move(out)), machine_(host::this_machine(data_folder(block))) {}

Status Seal::open() {
  FEEDRATE_TRY_STATUS(host::make_folders(out_));
  const std::string environment = canonical_json(host::describe(machine_));
  environment_ = hash_id("environment", environment);
  return host::write_file(format("{}/environment-{}.json", out_, environment_), environment + "\n");
}

Status Seal::cell(const FinishedCell& cell) {
  const auto& spec = cell.group.cells.front();
  contract::Record record;
  record.id = spec.id;
  record.case_id = spec.case_id;
  record.comparison = block_.comparison;
  record.plan = block_.plan;
  record.block_id = block_.id;
  record.block = block_.number;
  record.attempt = block_.attempt;
  record.build = cell.group.build;
  record.versions = cell.group.versions;
  record.profile = host::profile_of(machine_);
  record.environment = environment_;
  record.node = machine_.node;
  record.started = cell.started;
  record.what = spec.what;
  record.scope = {Alternatives<contract::Work>::names[spec.what.work.index()], contract::Clock::kMonotonic,
                  block_.interleave};
  record.predecessors = sealed_;
  record.labels = cell.labels;
  record.footnote = cell.group.footnote;
  record.evidence = cell.evidence;
  record.outcome = cell.outcome;
  const std::string base = out_ + "/" + spec.id;
  if (!cell.log.empty()) FEEDRATE_TRY_STATUS(host::write_file(base + ".log", cell.log));
  if (cell.marks.batches() > 0)
    FEEDRATE_TRY_STATUS(host::write_file(base + ".batch_times.jsonl", batch_times(cell.marks)));
  FEEDRATE_TRY_STATUS(host::remove_tree(out_ + "/running-" + spec.id));
  FEEDRATE_TRY_STATUS(
      host::write_file(base + ".json", canonical_json(contract::write_record(record)) + "\n", host::Durable::kYes));
  sealed_.push_back(spec.id);
  return {};
}

Status Seal::receipt() {
  const contract::Receipt receipt{block_.id, block_.attempt, sealed_};
  return host::write_file(out_ + "/receipt.json", canonical_json(contract::write_receipt(receipt)) + "\n",
                          host::Durable::kYes);
}

}  // namespace feedrate::agent
