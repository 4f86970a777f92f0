// Blocks and records that are valid but measured nothing, and an agent that writes them. For tests of the store and for
// the store at size; no part of the program.
#pragma once

#include <string>
#include <vector>

#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/ids.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/store/layout.h"
#include "feedrate/host/files.h"

namespace feedrate::control::sample {

inline std::string plan_id() { return hash_id("plan", "sample"); }

inline contract::CaseSpec case_of(int comparison, int subject) {
  contract::LoaderWork work;
  work.data.uri = "photos";
  work.data.fingerprint = hash_id("photos");
  work.recipe = {"imagenet-train", {contract::Decode{}, contract::RandomResizedCrop{}, contract::HorizontalFlip{}}, {}};
  contract::CaseSpec spec;
  spec.subject = format("subject-{:03}", subject);
  spec.work = work;
  spec.settings.workers = comparison % 1024;
  spec.settings.batch = 1 + comparison / 1024;
  return spec;
}

// `number` 0 is the burn-in.
inline contract::BlockSpec block(int comparison, int number, int attempt = 1, int cells = 3) {
  contract::BlockSpec spec;
  spec.plan = plan_id();
  spec.comparison = contract::comparison_id(case_of(comparison, 0));
  spec.number = number;
  spec.attempt = attempt;
  spec.id = hash_id("block", spec.plan, spec.comparison, std::to_string(number));
  for (int subject = 0; subject < cells; ++subject) {
    const auto what = case_of(comparison, subject);
    contract::ProcessGroup group;
    group.subject = what.subject;
    group.build = hash_id("build");
    group.start.command = {"subject"};
    const std::string case_id = contract::case_id(what);
    group.cells = {{contract::cell_id(case_id, group.build, spec.plan, number, attempt), case_id, what}};
    spec.order.push_back(std::move(group));
  }
  return spec;
}

inline contract::Record record(const contract::BlockSpec& spec, std::size_t group,
                               contract::Outcome outcome = contract::Measured{}) {
  const auto& cell = spec.order[group].cells.front();
  contract::Record out;
  out.id = cell.id;
  out.case_id = cell.case_id;
  out.comparison = spec.comparison;
  out.plan = spec.plan;
  out.block_id = spec.id;
  out.block = spec.number;
  out.attempt = spec.attempt;
  out.build = spec.order[group].build;
  out.profile = "sample";
  out.environment = hash_id("environment");
  out.node = "node";
  out.started = "2026-01-01T00:00:00Z";
  out.what = cell.what;
  out.scope = {.scope = "loader", .interleave = contract::Sliced{}};
  out.labels = {"sample"};
  out.evidence.window = contract::WindowEvidence{.batches = 200, .samples = 6400, .seconds = 2, .rate = 3200};
  out.outcome = std::move(outcome);
  return out;
}

inline contract::Receipt receipt(const contract::BlockSpec& spec) {
  contract::Receipt out{spec.id, spec.attempt, {}};
  for (const auto& group : spec.order) out.cells.push_back(group.cells.front().id);
  return out;
}

inline Status write_record(const std::string& work, const contract::Record& record) {
  return host::write_file(work + "/" + kOutFolder + "/" + record.id + ".json",
                          canonical_json(contract::write_record(record)) + "\n");
}

inline Status write_receipt(const std::string& work, const contract::Receipt& receipt) {
  return host::write_file(work + "/" + kOutFolder + "/" + kReceiptFile,
                          canonical_json(contract::write_receipt(receipt)) + "\n");
}

}  // namespace feedrate::control::sample
