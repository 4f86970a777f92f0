// Records for tests of judge and report: blocks of arms with the rates a test chooses. Everything else is filled with
// values that a real record could hold.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "feedrate/base/hash.h"
#include "feedrate/contract/ids.h"
#include "feedrate/contract/record/record.h"

namespace feedrate::control::example {

using contract::Record;

inline contract::CaseSpec loader_case(const std::string& subject, int workers = 2, int batch = 64) {
  contract::LoaderWork work;
  work.media = contract::Rgb{};
  work.data.uri = "photos";
  work.data.fingerprint = hash_id("data", "photos");
  work.recipe.name = "imagenet-train";
  contract::CaseSpec out;
  out.subject = subject;
  out.work = work;
  out.settings.workers = workers;
  out.settings.batch = batch;
  return out;
}

// A measured cell of an alternating block.
inline Record cell(const contract::CaseSpec& what, int block, double window_rate, int attempt = 1) {
  Record out;
  out.what = what;
  out.case_id = contract::case_id(what);
  out.comparison = contract::comparison_id(what);
  out.plan = hash_id("plan", "example");
  out.block = block;
  out.attempt = attempt;
  out.block_id = hash_id("block", out.plan, out.comparison, std::to_string(block));
  out.build = hash_id("build", what.subject);
  out.id = contract::cell_id(out.case_id, out.build, out.plan, block, attempt);
  out.profile = "xeon-2of2c-24g";
  out.started = "2026-01-01T00:00:00Z";
  out.scope.scope = "loader";
  out.scope.interleave = contract::Alternate{};
  contract::WindowEvidence window;
  window.batches = 200;
  window.samples = 12800;
  window.seconds = 12800 / window_rate;
  window.rate = window_rate;
  out.evidence.window = window;
  out.outcome = contract::Measured{};
  return out;
}

// The same cell with slices.
inline Record sliced(Record record, double slice_rate) {
  record.scope.interleave = contract::Sliced{};
  contract::SliceEvidence slices;
  slices.seconds = 6;
  slices.samples = 6 * slice_rate;
  slices.rate = slice_rate;
  record.evidence.slices = slices;
  return record;
}

// The same cell, ended without a rate.
inline Record ended(Record record, contract::Outcome outcome) {
  record.evidence.window.reset();
  record.evidence.slices.reset();
  record.outcome = std::move(outcome);
  return record;
}

inline Record with_build(Record record, const std::string& build) {
  record.build = hash_id("build", build);
  record.id = contract::cell_id(record.case_id, record.build, record.plan, record.block, record.attempt);
  return record;
}

// Five sliced blocks of native and torch-pil and their burn-in. Slices: torch-pil at 0.5, 0.52, 0.48, 0.5 and 0.5 of
// native. Windows: native 1000 in every block, torch-pil 400, 404, 396, 400, 400.
inline std::vector<Record> two_subjects(int workers = 2) {
  const auto native = loader_case("native", workers);
  const auto torch = loader_case("torch-pil", workers);
  // A burn-in that would spoil every figure if it entered one.
  std::vector<Record> out = {sliced(cell(native, 0, 1), 1), sliced(cell(torch, 0, 9000), 9000)};
  const double shares[] = {0.5, 0.52, 0.48, 0.5, 0.5};
  const double windows[] = {400, 404, 396, 400, 400};
  for (int block = 1; block <= 5; ++block) {
    out.push_back(sliced(cell(native, block, 1000), 900));
    out.push_back(sliced(cell(torch, block, windows[block - 1]), 900 * shares[block - 1]));
  }
  return out;
}

}  // namespace feedrate::control::example
