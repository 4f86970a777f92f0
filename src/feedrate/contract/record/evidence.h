// What a cell's outcome rests on. Every part is absent where it was not seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/contract/record/program.h"
#include "feedrate/contract/record/resources.h"

namespace feedrate::contract {

// The solo window: others frozen or not there.
struct WindowEvidence {
  std::int64_t drained = 0;  // batches before it opened
  std::int64_t batches = 0;  // gaps in it: batches after the first mark
  std::int64_t samples = 0;
  std::int64_t bytes = 0;
  double seconds = 0;
  double rate = 0;  // samples / seconds
  double gap_p50 = 0;
  double gap_p90 = 0;
  double gap_p99 = 0;
  std::optional<bool> steady = {};         // absent where there were too few batches to tell
  std::optional<std::string> change = {};  // what was not steady
  // How the machine's own speed changed meanwhile, by a fixed piece of work, where that explains it.
  std::optional<std::string> machine_change = {};
  std::optional<double> early_rate = {};     // of the batches before it opened; absent where there were too few
  std::optional<std::int64_t> hiccups = {};  // gaps far beyond what handing out batches in turn explains
  std::optional<double> hiccup_share = {};   // of its time
  std::optional<double> worker_lead = {};    // batches by which the foremost worker leads the last, mean over looks
  // Time the last worker takes over a sample, over CPU time the foremost takes; what it waited for a CPU left out.
  std::optional<double> worker_slowness = {};
  std::optional<double> queue_fill = {};  // share of what may be in flight that was made and not yet taken
};

// The ends of epochs that were seen. What happens there is a figure of its own: rates leave it out.
struct EpochEvidence {
  std::int64_t ended = 0;
  std::int64_t batches = 0;       // in the first
  std::optional<double> gap_p50;  // seconds from the last batch of one to the first of the next
  bool counted = false;           // too short to be left out: the window's rate contains them
  bool counted_in_slices = false;
};

// What slices of one length did.
struct SliceSum {
  std::int64_t slices = 0;
  double seconds = 0;  // thawed
  double samples = 0;
};

enum class CountedBy {
  kCounter,  // samples_done, at the edges of each slice
  kBatches,  // batch marks on the cell's own clock
};

// Work done while frozen would show as a higher rate in short slices.
struct FreezeCheck {
  double log_ratio = 0;  // ln(rate in short slices / rate in long ones)
  double low = 0;        // 99 % interval
  double high = 0;
  std::int64_t pairs = 0;
};

struct SliceEvidence {
  CountedBy counted_by = CountedBy::kCounter;
  double seconds = 0;
  double samples = 0;
  double rate = 0;
  SliceSum short_ones;
  SliceSum long_ones;
  std::optional<FreezeCheck> freeze_check;
};

// Samples of the whole life of a cell: what the subject counts should be what it hands out, but for what is in flight.
struct SampleCount {
  std::int64_t counted = 0;     // by the subject
  std::int64_t handed_out = 0;  // in its batches
  std::int64_t in_flight = 0;   // that may be counted and not handed out yet
};

struct MarkEvidence {
  std::int64_t files = 0;
  std::int64_t marks = 0;
  std::int64_t torn = 0;                    // last marks that were not whole, and were dropped
  std::optional<double> mark_ns;            // cost of one mark on this machine, counted directly
  std::optional<SampleCount> samples = {};  // absent where the subject counts none
};

struct ProcessEvidence {
  std::optional<double> first_batch_seconds;  // from start to the first batch
  std::optional<double> tear_down_seconds;    // from the request to stop until the last process of the tree was gone
  std::optional<double> alive_seconds;        // from start until the last process of the tree was gone, or it was done
  std::optional<double> cpu_seconds;          // of the whole tree
  std::optional<double> foreign_cpus;  // kept busy by others while it ran; while the block ran, where it was sliced
  std::optional<std::int64_t> peak_pss_bytes;
  std::int64_t processes = 0;        // most alive at once
  std::int64_t left_behind = 0;      // processes that outlived the subject and were killed
  std::int64_t shm_left_behind = 0;  // shared memory files that it left and the agent removed
  std::int64_t log_bytes = 0;        // written to standard output and error
  std::int64_t log_kept = 0;
  std::optional<std::string> after = {};  // the cell that the same process ran before this one
};

// What it made of the first samples, and how far that is from what another subject made of them; of a loader, what it
// made of the probe set, and how far that is from the recipe.
struct OutputEvidence {
  std::int64_t samples = 0;
  std::optional<std::string> gives = {};    // shape and type of the first
  std::optional<std::string> against = {};  // absent for the one that the others are held against
  std::optional<double> mean = {};          // difference in levels of 0 .. 255
  std::optional<double> largest = {};
  std::optional<std::string> otherwise = {};  // why they cannot be compared
};

struct Evidence {
  std::optional<WindowEvidence> window;
  std::optional<SliceEvidence> slices;
  std::optional<EpochEvidence> epochs;
  std::optional<CacheEvidence> cache;
  std::optional<CpuEvidence> cpu;
  std::optional<MemoryEvidence> memory;
  std::optional<ProgramEvidence> program;
  std::optional<std::vector<StageSum>> stages;  // of the solo window, where the subject shows them
  std::optional<OutputEvidence> output;
  MarkEvidence marks;
  ProcessEvidence process;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::WindowEvidence> {
  static constexpr auto doc = "the solo window";
  static constexpr auto table = std::tuple{
      field("drained", &contract::WindowEvidence::drained, "batches before it opened", at_least(0)),
      field("batches", &contract::WindowEvidence::batches, "batches after its first mark", at_least(1)),
      field("samples", &contract::WindowEvidence::samples, "samples in those batches", at_least(0)),
      field("bytes", &contract::WindowEvidence::bytes, "bytes in those batches", at_least(0)),
      field("seconds", &contract::WindowEvidence::seconds, "from its first to its last mark", at_least(0)),
      field("rate", &contract::WindowEvidence::rate, "samples / seconds", at_least(0)),
      field("gap_p50", &contract::WindowEvidence::gap_p50, "seconds between batches, median", at_least(0)),
      field("gap_p90", &contract::WindowEvidence::gap_p90, "90th percentile", at_least(0)),
      field("gap_p99", &contract::WindowEvidence::gap_p99, "99th percentile", at_least(0)),
      field("steady", &contract::WindowEvidence::steady, "no trend and no change in it"),
      field("change", &contract::WindowEvidence::change, "what was not steady"),
      field("machine_change", &contract::WindowEvidence::machine_change,
            "how the speed of a fixed piece of work changed, where that explains it"),
      field("early_rate", &contract::WindowEvidence::early_rate, "samples/s before it opened", at_least(0)),
      field("hiccups", &contract::WindowEvidence::hiccups, "gaps over 5 times the mean, times workers", at_least(0)),
      field("hiccup_share", &contract::WindowEvidence::hiccup_share, "of its time in them", range(0, 1)),
      field("worker_lead", &contract::WindowEvidence::worker_lead,
            "batches by which the foremost worker leads the last, mean", at_least(0)),
      field("worker_slowness", &contract::WindowEvidence::worker_slowness,
            "time the last takes over a sample, over CPU time the foremost takes", at_least(0)),
      field("queue_fill", &contract::WindowEvidence::queue_fill,
            "share of what may be in flight that was made and not yet taken", at_least(0))};
};
template <>
struct Fields<contract::EpochEvidence> {
  static constexpr auto doc = "the ends of epochs";
  static constexpr auto table = std::tuple{
      field("ended", &contract::EpochEvidence::ended, "epochs that ended", at_least(1)),
      field("batches", &contract::EpochEvidence::batches, "batches in the first", at_least(1)),
      field("gap_p50", &contract::EpochEvidence::gap_p50, "seconds from last batch to next first, median", at_least(0)),
      field("counted", &contract::EpochEvidence::counted, "too short to be left out of the window"),
      field("counted_in_slices", &contract::EpochEvidence::counted_in_slices, "too short to be left out of slices")};
};
template <>
struct Fields<contract::SliceSum> {
  static constexpr auto doc = "slices of one length";
  static constexpr auto table = std::tuple{field("slices", &contract::SliceSum::slices, "how many", at_least(0)),
                                           field("seconds", &contract::SliceSum::seconds, "thawed time", at_least(0)),
                                           field("samples", &contract::SliceSum::samples, "samples done", at_least(0))};
};
template <>
struct Names<contract::CountedBy> {
  static constexpr std::array<std::pair<contract::CountedBy, const char*>, 2> names = {
      {{contract::CountedBy::kCounter, "counter"}, {contract::CountedBy::kBatches, "batches"}}};
};
template <>
struct Fields<contract::FreezeCheck> {
  static constexpr auto doc = "whether freezing is harmless";
  static constexpr auto table =
      std::tuple{field("log_ratio", &contract::FreezeCheck::log_ratio, "ln(rate in short slices / in long ones)"),
                 field("low", &contract::FreezeCheck::low, "99 % interval, from"),
                 field("high", &contract::FreezeCheck::high, "to"),
                 field("pairs", &contract::FreezeCheck::pairs, "pairs of neighbouring slices", at_least(0))};
};
template <>
struct Fields<contract::SliceEvidence> {
  static constexpr auto doc = "what the cell did in its slices";
  static constexpr auto table =
      std::tuple{field("counted_by", &contract::SliceEvidence::counted_by, "how samples were counted"),
                 field("seconds", &contract::SliceEvidence::seconds, "thawed time", at_least(0)),
                 field("samples", &contract::SliceEvidence::samples, "samples done", at_least(0)),
                 field("rate", &contract::SliceEvidence::rate, "samples / seconds", at_least(0)),
                 field("short_ones", &contract::SliceEvidence::short_ones, "the short slices"),
                 field("long_ones", &contract::SliceEvidence::long_ones, "the long slices"),
                 field("freeze_check", &contract::SliceEvidence::freeze_check, "short against long")};
};
template <>
struct Fields<contract::SampleCount> {
  static constexpr auto doc = "samples of its whole life";
  static constexpr auto table = std::tuple{
      field("counted", &contract::SampleCount::counted, "by the subject", at_least(0)),
      field("handed_out", &contract::SampleCount::handed_out, "in its batches", at_least(0)),
      field("in_flight", &contract::SampleCount::in_flight, "may be counted and not handed out", at_least(0))};
};
template <>
struct Fields<contract::MarkEvidence> {
  static constexpr auto doc = "the marks it rests on";
  static constexpr auto table = std::tuple{
      field("files", &contract::MarkEvidence::files, "marks files", at_least(0)),
      field("marks", &contract::MarkEvidence::marks, "whole marks", at_least(0)),
      field("torn", &contract::MarkEvidence::torn, "last marks that were not whole, and were dropped", at_least(0)),
      field("mark_ns", &contract::MarkEvidence::mark_ns, "cost of one mark, counted directly", at_least(0)),
      field("samples", &contract::MarkEvidence::samples, "what it counts, beside what it hands out")};
};
template <>
struct Fields<contract::ProcessEvidence> {
  static constexpr auto doc = "the process tree";
  static constexpr auto table = std::tuple{
      field("first_batch_seconds", &contract::ProcessEvidence::first_batch_seconds, "start to first batch",
            at_least(0)),
      field("tear_down_seconds", &contract::ProcessEvidence::tear_down_seconds, "asked to stop until gone",
            at_least(0)),
      field("alive_seconds", &contract::ProcessEvidence::alive_seconds, "start until the whole tree was gone",
            at_least(0)),
      field("cpu_seconds", &contract::ProcessEvidence::cpu_seconds, "CPU time of the whole tree", at_least(0)),
      field("foreign_cpus", &contract::ProcessEvidence::foreign_cpus, "CPUs that others kept busy meanwhile",
            at_least(0)),
      field("peak_pss_bytes", &contract::ProcessEvidence::peak_pss_bytes, "highest memory (PSS) of the tree",
            at_least(0)),
      field("processes", &contract::ProcessEvidence::processes, "most alive at once", at_least(0)),
      field("left_behind", &contract::ProcessEvidence::left_behind, "processes that outlived the subject", at_least(0)),
      field("shm_left_behind", &contract::ProcessEvidence::shm_left_behind, "shared memory files left and removed",
            at_least(0)),
      field("log_bytes", &contract::ProcessEvidence::log_bytes, "bytes on standard output and error", at_least(0)),
      field("log_kept", &contract::ProcessEvidence::log_kept, "bytes of them that were kept", at_least(0)),
      field("after", &contract::ProcessEvidence::after, "the cell that the same process ran before it", id_rule())};
};
template <>
struct Fields<contract::OutputEvidence> {
  static constexpr auto doc = "what it made, beside what another subject made of the same samples";
  static constexpr auto table =
      std::tuple{field("samples", &contract::OutputEvidence::samples, "how many it left", at_least(0)),
                 field("gives", &contract::OutputEvidence::gives, "shape and type of the first"),
                 field("against", &contract::OutputEvidence::against, "the subject it was held against, or the recipe"),
                 field("mean", &contract::OutputEvidence::mean, "difference in levels of 0 .. 255, mean", at_least(0)),
                 field("largest", &contract::OutputEvidence::largest, "the largest", at_least(0)),
                 field("otherwise", &contract::OutputEvidence::otherwise, "why they cannot be compared")};
};
template <>
struct Fields<contract::Evidence> {
  static constexpr auto doc = "what the outcome rests on";
  static constexpr auto table =
      std::tuple{field("window", &contract::Evidence::window, "the solo window"),
                 field("slices", &contract::Evidence::slices, "the slices"),
                 field("epochs", &contract::Evidence::epochs, "the ends of epochs"),
                 field("cache", &contract::Evidence::cache, "where its bytes came from"),
                 field("cpu", &contract::Evidence::cpu, "its threads and CPUs"),
                 field("memory", &contract::Evidence::memory, "its memory over time"),
                 field("program", &contract::Evidence::program, "a watched program"),
                 field("stages", &contract::Evidence::stages, "its stages in the solo window"),
                 field("output", &contract::Evidence::output, "what it made"),
                 field("marks", &contract::Evidence::marks, "the marks"),
                 field("process", &contract::Evidence::process, "the process tree")};
};

}  // namespace feedrate
