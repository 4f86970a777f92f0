#include "feedrate/agent/probe_check.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "feedrate/agent/ending.h"
#include "feedrate/agent/log.h"
#include "feedrate/agent/order.h"
#include "feedrate/base/format.h"
#include "feedrate/contract/probe/probe_set.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"
#include "feedrate/host/left_behind.h"
#include "feedrate/measure/probe_judge.h"

namespace feedrate::agent {
namespace {

constexpr double kPaintingSeconds = 60;
constexpr double kAskingSeconds = 120;
// A power of two, and few workers: whole batches and the same number of samples for each of them, so that no picture is
// left out at the end of an epoch.
constexpr int kMostBatch = 16;
constexpr int kMostWorkers = 2;
constexpr int kSamples = contract::probe::kPictures * contract::probe::kEpochs;
// What a loader leaves is on the disk for a moment; one that hands out more than it was asked for is not read whole.
constexpr std::int64_t kMostProbeBytes = std::int64_t{1} << 30;
constexpr int kWrongArguments = 2;
constexpr int kUnsupported = 3;

// Photos in a folder.
const contract::LoaderWork* photo_loader(const contract::ProcessGroup& group) {
  const auto* work = std::get_if<contract::LoaderWork>(&group.cells.front().what.work);
  if (work == nullptr || !std::holds_alternative<contract::Rgb>(work->media)) return nullptr;
  return host::is_folder(work->data.uri) ? work : nullptr;
}

std::int64_t bytes_of(const measure::TrainSteps& steps) {
  return std::int64_t{kSamples} * 3 * steps.crop.size[0] * steps.crop.size[1] *
         static_cast<std::int64_t>(sizeof(float));
}

// The same work on other pictures.
contract::CellSpec on_probe_set(contract::CellSpec cell, const std::string& pictures) {
  auto& work = std::get<contract::LoaderWork>(cell.what.work);
  work.data = {pictures, work.data.source, contract::Cache::kAny, {}, {}, {}};
  auto& settings = cell.what.settings;
  settings.batch = static_cast<int>(std::bit_floor(static_cast<unsigned>(std::clamp(settings.batch, 1, kMostBatch))));
  settings.workers = std::min(settings.workers, kMostWorkers);
  return cell;
}

}  // namespace

ProbeCheck::ProbeCheck(const contract::BlockSpec& block, std::string folder)
    : folder_(std::move(folder)), seed_(block.seed) {
  const auto& order = block.order;
  const auto native =
      std::find_if(order.begin(), order.end(), [](const auto& group) { return group.subject == "native"; });
  if (block.number != 1 || order.size() < 2 || native == order.end()) return;
  const auto* work = photo_loader(*native);
  if (work == nullptr) return;
  steps_ = measure::train_steps_of(work->recipe);
  native_ = native->start.command.front();
}

ProbeCheck::~ProbeCheck() { static_cast<void>(host::remove_tree(folder_)); }

// Once; what goes wrong there is not the subjects' fault, and nobody is checked then.
bool ProbeCheck::has_pictures() {
  if (painted_) return *painted_;
  painted_ = false;
  const std::string pictures = folder_ + "/pictures";
  if (!host::make_folders(pictures)) return false;
  const auto room = host::free_bytes(folder_);
  if (!room || bytes_of(*steps_) > std::min(kMostProbeBytes, *room / 2)) return false;
  const char* kind = steps_->format == contract::SampleFormat::kPng ? "png" : "jpeg";
  const auto made = host::capture({{native_, "make", "probe", pictures, "--format", kind}, {}}, kPaintingSeconds);
  painted_ = made && made->ending.code == 0 && made->ending.signal == 0;
  return *painted_;
}

bool ProbeCheck::takes_such_orders(const contract::ProcessGroup& group) const {
  return group.start.command.front() == native_ || is_our_harness(group.start);
}

std::optional<contract::OutputEvidence> ProbeCheck::ask(const contract::ProcessGroup& group) {
  if (!is_wanted() || photo_loader(group) == nullptr || !takes_such_orders(group) || !has_pictures()) return {};
  const std::string made = folder_ + "/made";
  const std::string order = folder_ + "/order.json";
  const auto cell = on_probe_set(group.cells.front(), folder_ + "/pictures");
  if (!host::make_folders(made) || !write_order(order, {group.subject, seed_, {cell}})) return {};
  const int batches = kSamples / cell.what.settings.batch;
  host::Launch launch{group.start.command, group.start.environment};
  for (const std::string& word :
       {std::string("--order"), order, std::string("--apply"), made, std::string("--batches"), std::to_string(batches)})
    launch.command.push_back(word);
  const auto ended = host::capture(launch, kAskingSeconds);
  host::remove_temporary_folders(folder_);
  measure::ProbeJudge judge(*steps_, kSamples);
  for (int i = 0; i < batches; ++i) {
    const std::string path = feedrate::format("{}/{}.raw", made, i);
    const auto size = host::file_size(path);
    if (!size || *size > kMostProbeBytes) break;
    const auto batch = host::read_file(path);
    if (!batch) break;
    judge.take(*batch);
  }
  static_cast<void>(host::remove_tree(made));
  auto out = judge.found();
  if (judge.samples() >= kSamples || (judge.samples() == 0 && out.gives)) return out;  // all it takes, however it ended
  if (!ended) {
    out.otherwise = feedrate::format("it gave {} of {} samples of the probe set within {:.0f} s", judge.samples(),
                                     kSamples, kAskingSeconds);
  } else if (ended->ending.code == kWrongArguments || ended->ending.code == kUnsupported) {
    return {};
  } else if (ended->ending.code != 0 || ended->ending.signal != 0) {
    Log log;
    log.add(ended->output);
    out.otherwise =
        "on the probe set it " +
        failed_by(ended->ending, feedrate::format("after {} of {} samples", judge.samples(), kSamples), log.last_line())
            .reason;
  }
  return out;
}

}  // namespace feedrate::agent
