// What was seen of a watched program: its training loader, and what it did while batches came from the loader, from
// memory, or went nowhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/contract/marks/mode_names.h"

namespace feedrate::contract {

// From its first batch mark that counts to its last, what follows the ends of epochs left out.
struct Segment {
  int block = 0;  // 0 is the burn-in
  marks::Mode mode = marks::Mode::kReal;
  std::int64_t batches = 0;
  std::int64_t samples = 0;
  double seconds = 0;
  double wait_seconds = 0;  // of them inside next()
};

// A piece of a loader's work, summed over the window or real segments, and over the processes and threads that do it.
struct StageSum {
  std::string name;
  bool in_workers = false;
  std::int64_t batches = 0;
  double busy_seconds = 0;
  double cpu_seconds = 0;                       // of them on a CPU
  double wait_seconds = 0;                      // for something to do
  std::optional<double> wait_out_seconds = {};  // for a place to put it
  std::optional<double> queue_fill = {};        // of what it takes from: share that was full when it took
  std::optional<std::int64_t> bytes = {};       // that it gave on
};

struct SeenLoader {
  std::string name;  // where the program goes over it
  std::int64_t batches = 0;
  double seconds = 0;     // between its batches
  bool learning = false;  // gradients were kept
};

struct ProgramEvidence {
  std::string loader;
  int workers = 0;
  int prefetch = 0;
  std::optional<std::int64_t> epoch_batches;
  std::optional<double> epoch_gap_seconds;  // from the last batch of an epoch to the first of the next, median
  int ranks = 1;
  std::int64_t replayed = 0;  // batches that the program saw more than once
  std::int64_t dropped = 0;   // that it never saw
  bool ended_by_itself = false;
  std::vector<Segment> segments;
  std::vector<StageSum> stages;
  std::vector<SeenLoader> others;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::Segment> {
  static constexpr auto doc = "a stretch in which batches came from one place";
  static constexpr auto table = std::tuple{
      field("block", &contract::Segment::block, "which block; 0 is the burn-in", range(0, 1e6)),
      field("mode", &contract::Segment::mode, "where batches came from"),
      field("batches", &contract::Segment::batches, "after its first mark that counts", at_least(0)),
      field("samples", &contract::Segment::samples, "in those batches", at_least(0)),
      field("seconds", &contract::Segment::seconds, "from its first mark to its last", at_least(0)),
      field("wait_seconds", &contract::Segment::wait_seconds, "of them the program waited inside next()", at_least(0))};
};
template <>
struct Fields<contract::StageSum> {
  static constexpr auto doc = "a piece of the loader's work";
  static constexpr auto table = std::tuple{
      field("name", &contract::StageSum::name, "what it is called", filled()),
      field("in_workers", &contract::StageSum::in_workers, "in worker processes or threads, or in the program itself"),
      field("batches", &contract::StageSum::batches, "times it was done", at_least(0)),
      field("busy_seconds", &contract::StageSum::busy_seconds, "working", at_least(0)),
      field("cpu_seconds", &contract::StageSum::cpu_seconds, "of them on a CPU", at_least(0)),
      field("wait_seconds", &contract::StageSum::wait_seconds, "waiting for something to do", at_least(0)),
      field("wait_out_seconds", &contract::StageSum::wait_out_seconds, "waiting for a place to put it", at_least(0)),
      field("queue_fill", &contract::StageSum::queue_fill, "how full what it takes from was", range(0, 1)),
      field("bytes", &contract::StageSum::bytes, "that it gave on", at_least(0))};
};
template <>
struct Fields<contract::SeenLoader> {
  static constexpr auto doc = "another loader of the program";
  static constexpr auto table =
      std::tuple{field("name", &contract::SeenLoader::name, "where the program goes over it", filled()),
                 field("batches", &contract::SeenLoader::batches, "that it gave", at_least(0)),
                 field("seconds", &contract::SeenLoader::seconds, "between its batches", at_least(0)),
                 field("learning", &contract::SeenLoader::learning, "whether gradients were kept")};
};
template <>
struct Fields<contract::ProgramEvidence> {
  static constexpr auto doc = "a watched program";
  static constexpr auto table = std::tuple{
      field("loader", &contract::ProgramEvidence::loader, "its training loader: where it goes over it", filled()),
      field("workers", &contract::ProgramEvidence::workers, "of that loader", at_least(0)),
      field("prefetch", &contract::ProgramEvidence::prefetch, "batches a worker may be ahead", at_least(0)),
      field("epoch_batches", &contract::ProgramEvidence::epoch_batches, "of an epoch, where known", at_least(1)),
      field("epoch_gap_seconds", &contract::ProgramEvidence::epoch_gap_seconds,
            "last batch of an epoch to first of the next, median", at_least(0)),
      field("ranks", &contract::ProgramEvidence::ranks, "processes that train", at_least(1)),
      field("replayed", &contract::ProgramEvidence::replayed, "batches it saw more than once", at_least(0)),
      field("dropped", &contract::ProgramEvidence::dropped, "batches it never saw", at_least(0)),
      field("ended_by_itself", &contract::ProgramEvidence::ended_by_itself, "before it was told to"),
      field("segments", &contract::ProgramEvidence::segments, "in the order they ran"),
      field("stages", &contract::ProgramEvidence::stages, "of the loader, where they can be seen"),
      field("others", &contract::ProgramEvidence::others, "loaders that were left alone")};
};

}  // namespace feedrate
