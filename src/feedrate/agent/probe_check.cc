#include "feedrate/agent/probe_check.h"

#include <algorithm>
#include <utility>

#include "feedrate/agent/order.h"
#include "feedrate/base/format.h"
#include "feedrate/contract/probe/probe_set.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"
#include "feedrate/measure/probe_judge.h"

namespace feedrate::agent {
namespace {

constexpr double kPaintingSeconds = 60;
constexpr double kAskingSeconds = 180;
// Whole batches and the same number of samples for each worker: no picture is left out at the end of an epoch.
constexpr int kMostBatch = 16;
constexpr int kMostWorkers = 2;
constexpr int kWrongArguments = 2;

const contract::LoaderWork* photo_loader(const contract::ProcessGroup& group) {
  const auto* work = std::get_if<contract::LoaderWork>(&group.cells.front().what.work);
  return work != nullptr && std::holds_alternative<contract::Rgb>(work->media) ? work : nullptr;
}

// The same work on other pictures.
contract::CellSpec on_probe_set(contract::CellSpec cell, const std::string& pictures) {
  auto& work = std::get<contract::LoaderWork>(cell.what.work);
  work.data = {pictures, work.data.source, contract::Cache::kAny, {}, {}, {}};
  auto& settings = cell.what.settings;
  settings.batch = std::min(settings.batch, kMostBatch);
  settings.workers = std::min(settings.workers, kMostWorkers);
  return cell;
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of("\n ");
  if (end == std::string::npos) return "without a word";
  const auto begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
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

Status ProbeCheck::make_pictures() {
  if (has_pictures_) return {};
  FEEDRATE_TRY_STATUS(host::make_folders(folder_ + "/pictures"));
  const char* format = steps_->format == contract::SampleFormat::kPng ? "png" : "jpeg";
  FEEDRATE_TRY(made, host::capture({{native_, "make", "probe", folder_ + "/pictures", "--format", format}, {}},
                                   kPaintingSeconds));
  if (made.ending.code != 0 || made.ending.signal != 0) return failure(last_line(made.output));
  has_pictures_ = true;
  return {};
}

std::optional<contract::OutputEvidence> ProbeCheck::ask(const contract::ProcessGroup& group) {
  if (!is_wanted() || photo_loader(group) == nullptr || !make_pictures()) return {};
  const std::string made = folder_ + "/made";
  const std::string order = folder_ + "/order.json";
  const auto cell = on_probe_set(group.cells.front(), folder_ + "/pictures");
  if (!host::make_folders(made) || !write_order(order, {group.subject, seed_, {cell}})) return {};
  host::Launch launch{group.start.command, group.start.environment};
  const int batches = contract::probe::kPictures * contract::probe::kEpochs / cell.what.settings.batch;
  for (const std::string& word :
       {std::string("--order"), order, std::string("--apply"), made, std::string("--batches"), std::to_string(batches)})
    launch.command.push_back(word);
  const auto ended = host::capture(launch, kAskingSeconds);
  measure::ProbeJudge judge(*steps_);
  for (int i = 0;; ++i) {
    const std::string path = feedrate::format("{}/{}.raw", made, i);
    const auto batch = host::exists(path) ? host::read_file(path) : Expected<std::string>(failure(path));
    if (!batch) break;
    judge.take(*batch);
  }
  static_cast<void>(host::remove_tree(made));
  if (ended && ended->ending.signal == 0 && ended->ending.code == kWrongArguments) return {};
  auto out = judge.found();
  if (!ended)
    out.otherwise = "on the probe set " + ended.error().text();
  else if (ended->ending.code != 0 || ended->ending.signal != 0)
    out.otherwise = "it fails on the probe set: " + last_line(ended->output);
  return out;
}

}  // namespace feedrate::agent
