// What a watched program would reach with another number of workers: a number with an interval, written before it is
// tried, and how such numbers did so far. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "feedrate/base/fields.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/diagnose/program.h"

namespace feedrate::control {

struct Prediction {
  double rate = 0;  // samples/s
  double low = 0;   // 80 % interval
  double high = 0;
  double by_slowest_stage = 0;  // what one would say who looks at the slowest stage only
};

// The CPUs that a program may use.
struct Cpus {
  double count = 1;
  double together = 1;  // how fast one is while all work, against one alone: two may share a core
};

// As fast as that many workers make batches on these CPUs, and no faster than the step takes them; a little less where
// the two are equally fast. Absent where the loader's stages were not seen, and where loader and step fight for the
// CPUs: what more workers take from the step is not known.
std::optional<Prediction> predict_workers(const contract::Record& record, const Diagnosis& diagnosis, const Cpus& cpus,
                                          int workers);

// Seconds that one process needs for a sample, all stages together.
std::optional<double> worker_seconds(const contract::Record& record);

// A prediction and what came of it.
struct Checked {
  std::string program;
  std::string change;  // "workers=4"
  double before = 0;   // samples/s of the answer that it was predicted from
  Prediction predicted;
  // Both started in turns afterwards, since a machine's speed is another one by then; samples/s.
  double base = 0;  // without the change
  double measured = 0;
  std::string cell;        // the answer with the change
  bool disturbed = false;  // other work took part in the CPUs of a start, also when it was repeated
};
[[nodiscard]] double gain(const Checked& checked);  // that was measured
[[nodiscard]] bool is_inside(const Checked& checked);

struct TrackRecord {
  std::size_t checked = 0;
  std::size_t inside = 0;      // of their intervals
  double half_width = 0;       // median, as a share of what was predicted
  double error = 0;            // median distance of predicted and measured gain, as a share
  double no_change_error = 0;  // the same for who says that nothing changes
  double slowest_stage_error = 0;
};
// Of at least one.
TrackRecord track_record(std::span<const Checked> all);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Fields<control::Prediction> {
  static constexpr auto doc = "a rate that was predicted, samples/s";
  static constexpr auto table = std::tuple{
      field("rate", &control::Prediction::rate, "the rate", at_least(0)),
      field("low", &control::Prediction::low, "low end of the 80 % interval", at_least(0)),
      field("high", &control::Prediction::high, "its high end", at_least(0)),
      field("by_slowest_stage", &control::Prediction::by_slowest_stage, "by the slowest stage alone", at_least(0))};
};
template <>
struct Fields<control::Checked> {
  static constexpr auto doc = "a prediction and what came of it";
  static constexpr auto table = std::tuple{
      field("program", &control::Checked::program, "what was wrapped", filled()),
      field("change", &control::Checked::change, "what was tried instead", filled()),
      field("before", &control::Checked::before, "samples/s of the answer it was predicted from", at_least(0)),
      field("predicted", &control::Checked::predicted, "written before it was tried"),
      field("base", &control::Checked::base, "samples/s without the change, in turns with it", at_least(0)),
      field("measured", &control::Checked::measured, "samples/s with the change", at_least(0)),
      field("cell", &control::Checked::cell, "the answer with the change", id_rule()),
      field("disturbed", &control::Checked::disturbed, "by other work, and when it was repeated again")};
};

}  // namespace feedrate
