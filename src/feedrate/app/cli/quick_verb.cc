// How fast can data reach a model here, and is that enough? No program of one's own: the native pipeline and, where
// torch is found, a plain torch loader, each before a step that takes a known time.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/native_task.h"
#include "feedrate/app/cli/run_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/app/cli/watching.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/units.h"
#include "feedrate/contract/ids.h"
#include "feedrate/control/diagnose/program.h"
#include "feedrate/control/report/program.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

constexpr int kPhotos = 512;
constexpr int kBatch = 16;
constexpr double kDefaultRate = 2500;  // samples/s that the step would take
constexpr double kSegment = 0.5;
constexpr int kQuickBlocks = 5;
// Its epochs are short, and a block that holds the end of one may not count.
constexpr int kQuickMost = 16;
constexpr double kLookForTorch = 10;  // seconds

// An interpreter that has torch and torchvision, found without importing either.
std::optional<std::string> python_with_torch(const Installation& installation) {
  const auto beside = (fs::path(installation.program).parent_path() / "python3").string();
  for (const auto& python : {beside, std::string("python3")}) {
    if (python == beside && !host::exists(python)) continue;
    const auto said = host::capture({{python, "-c",
                                      "import importlib.util as u, sys; "
                                      "sys.exit(0 if u.find_spec('torch') and u.find_spec('torchvision') else 9)"},
                                     {}},
                                    kLookForTorch);
    if (said && said->ending.signal == 0 && said->ending.code == 0) return python;
  }
  return {};
}

Expected<double> rate_asked(const Arguments& arguments) {
  const auto text = arguments.find("--target");
  if (!text) return kDefaultRate;
  const auto rate = TextForm<PerSecond>::parse(*text);
  if (!rate) return input_error(format("--target {}: expected {}", *text, TextForm<PerSecond>::expected));
  return rate->rate;
}

struct Quick {
  std::string folder;  // of the run
  std::string data;
  std::optional<std::string> python;
  double step_seconds = 0;
};

Status write_experiment(const Quick& quick, const std::string& file) {
  const int workers = std::max(1, static_cast<int>(host::this_machine().cpus_effective));
  std::string text = format(
      "experiment: quick\nscope: loader\ndata: {}\nrecipe: imagenet-train\n"
      "axes: {{workers: [{}], batch: [{}]}}\nmeasure: {{blocks: 1, interleave: alternate}}\nsubjects:\n  - native\n",
      quick.data, workers, kBatch);
  if (quick.python)
    text +=
        format("  - {{name: torch-pil, environment: here}}\nenvironments: {{here: {{python: {}}}}}\n", *quick.python);
  return host::write_file(file, text);
}

// The cells of a plain comparison of loaders, each with a step behind it and a block of its own.
std::vector<contract::BlockSpec> blocks_of(const control::Plan& plan, double step_seconds) {
  std::vector<contract::BlockSpec> out;
  plan.for_each_comparison([&](const control::Comparison& comparison) {
    for (const auto& group : plan.block(comparison, 1, 1, std::nullopt).order) {
      contract::BlockSpec block;
      auto what = group.cells.front().what;
      const auto& loader = std::get<contract::LoaderWork>(what.work);
      what.work =
          contract::StepWork{loader.media, loader.data, loader.recipe, contract::StepMode::kEndToEnd, step_seconds};
      contract::Segments how;
      how.segment_seconds = kSegment;
      how.blocks = kQuickBlocks;
      how.most_blocks = kQuickMost;
      block.interleave = how;
      block.comparison = contract::comparison_id(what);
      block.plan = hash_id("quick", group.build, contract::case_id(what));
      contract::ProcessGroup alone{group.subject, group.build, group.start, group.in_flight, {}};
      alone.cells.push_back({"", contract::case_id(what), what});
      block.order.push_back(std::move(alone));
      out.push_back(std::move(block));
    }
    return true;
  });
  // The ruler last: what a person uses is what they asked about.
  std::stable_partition(out.begin(), out.end(),
                        [](const auto& block) { return block.order.front().subject != "native"; });
  return out;
}

Expected<int> quick(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(rate, rate_asked(arguments));
  Quick asked;
  asked.step_seconds = kBatch / rate;
  asked.folder = fs::absolute(arguments.find("--output").value_or("runs/quick")).string();
  std::fprintf(stderr, "about 45 s: a loader before a step that takes %.0f samples/s\n", rate);
  FEEDRATE_TRY(store, control::Store::create(asked.folder));
  FEEDRATE_TRY(lock, take_over(store));
  static_cast<void>(lock);
  if (const auto data = arguments.find("--data")) {
    asked.data = fs::absolute(*data).string();
  } else {
    asked.data = asked.folder + "-photos";
    FEEDRATE_TRY(made, make_dataset_files({"photos", asked.data, kPhotos, 1}, installation));
    static_cast<void>(made);
  }
  asked.python = python_with_torch(installation);
  const std::string file = asked.folder + "/quick.yaml";
  FEEDRATE_TRY_STATUS(write_experiment(asked, file));
  Arguments experiment_arguments;
  experiment_arguments.add("EXP", file);
  FEEDRATE_TRY(experiment, load_experiment(experiment_arguments, installation, Ask::kStatic));
  const control::Plan plan(std::move(experiment.inputs));
  control::QuickPage page{fs::path(asked.data).filename().string(), kBatch, asked.step_seconds, {}, {}};
  std::vector<contract::Record> records;
  for (const auto& block : blocks_of(plan, asked.step_seconds)) {
    FEEDRATE_TRY(record, watch_block(block, store, installation));
    records.push_back(record);
  }
  for (const auto& record : records) {
    if (auto found = control::diagnose(record); found && std::holds_alternative<contract::Measured>(record.outcome)) {
      auto& loader = page.loaders.emplace_back();
      loader.program = record.what.subject;
      loader.record = &record;
      loader.diagnosis = std::move(*found);
    } else if (const auto* failed = std::get_if<contract::Failed>(&record.outcome)) {
      page.not_measured.push_back(format("{}: {}", record.what.subject, failed->reason));
    }
  }
  if (!asked.python) page.not_measured.emplace_back("torch: no interpreter with torch and torchvision was found");
  if (page.loaders.empty()) return failure("nothing was measured: " + page.not_measured.front());
  const std::string text =
      arguments.has("--json") ? control::render_quick_json(page) : control::render_quick_terminal(page, screen_of(1));
  std::fputs(text.c_str(), stdout);
  return kOk;
}

}  // namespace

Verb quick_verb() {
  return {{"quick",
           "look",
           "about 45 s: how fast data can reach a model here, and whether that is enough",
           "feedrate quick",
           {},
           {{"--data", "DIR", "your own folder of JPEG files (photos are made unless given)"},
            {"--target", "RATE", "what the model would take, such as 800 /s (2500 /s)"},
            {"--output", "DIR", "the run's folder (./runs/quick unless given)"},
            {"--json", "", "for programs"}}},
          quick};
}

}  // namespace feedrate::app
