#include "feedrate/app/cli/watching.h"

#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/ids.h"
#include "feedrate/contract/marks/mode_names.h"
#include "feedrate/control/campaign/run_block.h"
#include "feedrate/control/run/local.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

Status number_block(control::Store& store, contract::BlockSpec& block) {
  for (;; ++block.number) {
    block.id = hash_id("block", block.plan, block.comparison, std::to_string(block.number));
    FEEDRATE_TRY(attempt, store.next_attempt(block.id));
    if (attempt == 1) break;
  }
  auto& group = block.order.front();
  auto& cell = group.cells.front();
  cell.id = contract::cell_id(cell.case_id, group.build, block.plan, block.number, block.attempt);
  return {};
}

void show(ProgressScreen& screen, const contract::Segments& how, const contract::Progress& progress) {
  const std::string kinds = how.only ? std::string(name_of(*how.only)) : "real, replay and loader";
  if (progress.stage == "segments")
    screen.show(format("{} · block {:.0f}{}", progress.subject, progress.done, progress.done == 0 ? " (burn-in)" : ""),
                format("{} segments · {:.0f} blocks{}", kinds, progress.of - 1, how.only ? "" : " or more"));
  else
    screen.show(format("{} · {}", progress.subject, progress.stage), "");
}

}  // namespace

Expected<contract::Record> watch_block(contract::BlockSpec block, control::Store& store,
                                       const Installation& installation) {
  FEEDRATE_TRY_STATUS(number_block(store, block));
  control::LocalRunner runner(installation.program);
  {
    ProgressScreen screen;
    const auto& how = std::get<contract::Segments>(block.interleave);
    const auto on_progress = [&](const contract::Progress& progress) { show(screen, how, progress); };
    FEEDRATE_TRY_STATUS(control::run_block(block, store, runner, on_progress, was_interrupted));
  }
  const std::string file = store.folder().record(block.order.front().cells.front().id);
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  return contract::read_record(value, file);
}

contract::BlockSpec with_only(contract::BlockSpec block, contract::marks::Mode mode, int segments) {
  auto& how = std::get<contract::Segments>(block.interleave);
  how.only = mode;
  how.blocks = how.most_blocks = segments;
  return block;
}

std::string log_of(const contract::Record& record, const control::Store& store) {
  return store.folder().cell_folder(record.id) + "/" + record.id + ".log";
}

}  // namespace feedrate::app
