// What is measured: a kind of work, the settings it runs with, and the rules of its clock. Every kind the design knows
// has its place here, so that records need no second format when it arrives.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "feedrate/base/value.h"
#include "feedrate/contract/work/data.h"
#include "feedrate/contract/work/media.h"
#include "feedrate/contract/work/recipe.h"
#include "feedrate/contract/work/window.h"

namespace feedrate::contract {

enum class Handoff { kNone, kHost, kDevice };
enum class StepMode { kSynthetic, kEndToEnd, kReplay };
enum class Device { kCpu, kCuda };
enum class ThreadPolicy { kPipelineDefault, kMicroSingle };

struct DecodeWork {
  Media media;
  Data data;
  Decode decode;
};
struct TransformWork {
  Media media;
  Data data;
  Operation operation;
  std::optional<Accepted> accepted = {};
};
struct LoaderWork {
  Media media;
  Data data;
  Recipe recipe;
  Handoff handoff = Handoff::kHost;
};
struct StorageWork {
  Data data;
};
struct StepWork {
  Media media;
  Data data;
  Recipe recipe;
  StepMode mode = StepMode::kEndToEnd;
  std::optional<double> step_seconds = {};  // a step that only takes this long, as a device would; absent: a model
};
struct ProgramWork {
  std::vector<std::string> command;
};
struct EvalWork {
  std::string name;
  Data data;
};
struct ProbeWork {
  std::string name;
};
using Work =
    std::variant<DecodeWork, TransformWork, LoaderWork, StorageWork, StepWork, ProgramWork, EvalWork, ProbeWork>;

struct Settings {
  int workers = 0;
  int batch = 1;
  int prefetch = 2;
  std::optional<int> cpus;
  bool pin_memory = false;
  bool persistent_workers = false;
  Device device = Device::kCpu;
  ThreadPolicy threads = ThreadPolicy::kPipelineDefault;
};

struct ClockRules {
  Window window;
  int drain = 4;  // the window opens after this many times what may be in flight
};

struct CaseSpec {
  std::string subject;
  Work work;
  Settings settings;
  ClockRules clock;
};

// Null for work that reads none.
inline const Data* data_of(const CaseSpec& what) {
  if (const auto* loader = std::get_if<LoaderWork>(&what.work)) return &loader->data;
  if (const auto* transform = std::get_if<TransformWork>(&what.work)) return &transform->data;
  if (const auto* decode = std::get_if<DecodeWork>(&what.work)) return &decode->data;
  if (const auto* storage = std::get_if<StorageWork>(&what.work)) return &storage->data;
  if (const auto* step = std::get_if<StepWork>(&what.work)) return &step->data;
  return nullptr;
}

// Null for work that has none.
inline const Media* media_of(const CaseSpec& what) {
  if (const auto* loader = std::get_if<LoaderWork>(&what.work)) return &loader->media;
  if (const auto* transform = std::get_if<TransformWork>(&what.work)) return &transform->media;
  if (const auto* decode = std::get_if<DecodeWork>(&what.work)) return &decode->media;
  if (const auto* step = std::get_if<StepWork>(&what.work)) return &step->media;
  return nullptr;
}

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::Handoff> {
  static constexpr std::array<std::pair<contract::Handoff, const char*>, 3> names = {
      {{contract::Handoff::kNone, "none"}, {contract::Handoff::kHost, "host"}, {contract::Handoff::kDevice, "device"}}};
};
template <>
struct Names<contract::StepMode> {
  static constexpr std::array<std::pair<contract::StepMode, const char*>, 3> names = {
      {{contract::StepMode::kSynthetic, "synthetic"},
       {contract::StepMode::kEndToEnd, "e2e"},
       {contract::StepMode::kReplay, "replay"}}};
};
template <>
struct Names<contract::Device> {
  static constexpr std::array<std::pair<contract::Device, const char*>, 2> names = {
      {{contract::Device::kCpu, "cpu"}, {contract::Device::kCuda, "cuda"}}};
};
template <>
struct Names<contract::ThreadPolicy> {
  static constexpr std::array<std::pair<contract::ThreadPolicy, const char*>, 2> names = {
      {{contract::ThreadPolicy::kPipelineDefault, "pipeline-default"},
       {contract::ThreadPolicy::kMicroSingle, "micro-single"}}};
};
template <>
struct Fields<contract::DecodeWork> {
  static constexpr auto doc = "encoded bytes to pixels, nothing else";
  static constexpr auto table = std::tuple{field("media", &contract::DecodeWork::media, "kind of data"),
                                           field("data", &contract::DecodeWork::data, "the data"),
                                           field("decode", &contract::DecodeWork::decode, "the decoder's parameters")};
};
template <>
struct Fields<contract::TransformWork> {
  static constexpr auto doc = "one operation on items in memory, one thread";
  static constexpr auto table = std::tuple{
      field("media", &contract::TransformWork::media, "kind of data"),
      field("data", &contract::TransformWork::data, "the data"),
      field("operation", &contract::TransformWork::operation, "the operation"),
      field("accepted", &contract::TransformWork::accepted, "differences that count as the same, with the reason")};
};
template <>
struct Fields<contract::LoaderWork> {
  static constexpr auto doc = "read, decode, augment, normalise, batch";
  static constexpr auto table =
      std::tuple{field("media", &contract::LoaderWork::media, "kind of data"),
                 field("data", &contract::LoaderWork::data, "the data"),
                 field("recipe", &contract::LoaderWork::recipe, "the work, expanded"),
                 field("handoff", &contract::LoaderWork::handoff, "where a batch must arrive")};
};
template <>
struct Fields<contract::StorageWork> {
  static constexpr auto doc = "bytes from a store, nothing else";
  static constexpr auto table = std::tuple{field("data", &contract::StorageWork::data, "the data")};
};
template <>
struct Fields<contract::StepWork> {
  static constexpr auto doc = "training steps";
  static constexpr auto table = std::tuple{
      field("media", &contract::StepWork::media, "kind of data"), field("data", &contract::StepWork::data, "the data"),
      field("recipe", &contract::StepWork::recipe, "the loader's work, expanded"),
      field("mode", &contract::StepWork::mode, "where batches come from"),
      field("step_seconds", &contract::StepWork::step_seconds, "a step that only takes this long, as a device would",
            range(0, 3600))};
};
template <>
struct Fields<contract::ProgramWork> {
  static constexpr auto doc = "somebody's own program";
  static constexpr auto table =
      std::tuple{field("command", &contract::ProgramWork::command, "program and arguments", filled())};
};
template <>
struct Fields<contract::EvalWork> {
  static constexpr auto doc = "quality beside speed";
  static constexpr auto table = std::tuple{field("name", &contract::EvalWork::name, "which evaluation", name_rule()),
                                           field("data", &contract::EvalWork::data, "the data")};
};
template <>
struct Fields<contract::ProbeWork> {
  static constexpr auto doc = "what the hardware can do";
  static constexpr auto table = std::tuple{field("name", &contract::ProbeWork::name, "which probe", name_rule())};
};
template <>
struct Alternatives<contract::Work> {
  static constexpr const char* key = "scope";
  static constexpr std::array<const char*, 8> names = {"decode", "transform", "loader", "storage",
                                                       "step",   "program",   "eval",   "probe"};
};
template <>
struct Fields<contract::Settings> {
  static constexpr auto doc = "how the subject is set up";
  static constexpr auto table = std::tuple{
      field("workers", &contract::Settings::workers, "worker processes or threads", range(0, 1024)),
      field("batch", &contract::Settings::batch, "samples a batch", range(1, 65536)),
      field("prefetch", &contract::Settings::prefetch, "batches a worker may be ahead", range(1, 1024)),
      field("cpus", &contract::Settings::cpus, "CPUs the subject may use", range(1, 65536)),
      field("pin_memory", &contract::Settings::pin_memory, "batches in page-locked memory"),
      field("persistent_workers", &contract::Settings::persistent_workers, "workers live across epochs"),
      field("device", &contract::Settings::device, "where the work is done"),
      field("threads", &contract::Settings::threads, "thread policy"),
  };
};
template <>
struct Fields<contract::ClockRules> {
  static constexpr auto doc = "when the clock runs";
  static constexpr auto table =
      std::tuple{field("window", &contract::ClockRules::window, "how much is measured in one piece"),
                 field("drain", &contract::ClockRules::drain,
                       "batches drained before the window, in multiples of what may be in flight", range(1, 100))};
};
template <>
struct Fields<contract::CaseSpec> {
  static constexpr auto doc = "one point of the matrix";
  static constexpr auto table =
      std::tuple{field("subject", &contract::CaseSpec::subject, "what is under test", name_rule()),
                 field("work", &contract::CaseSpec::work, "what it must do"),
                 field("settings", &contract::CaseSpec::settings, "how it is set up"),
                 field("clock", &contract::CaseSpec::clock, "when the clock runs")};
};

}  // namespace feedrate
