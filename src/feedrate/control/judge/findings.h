// What is wrong with an arm, in the sentence a person would want: evidence of its cells -> findings. A finding names
// its evidence; without any there is none. Used by report, explain and selftest. Pure.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/control/judge/arms.h"

namespace feedrate::control {

enum class Detector {
  kConsumer,
  kSlowWorker,
  kLeak,
  kThreadStorm,
  kSharedMemory,
  kPrefilled,
  kNotRead,
  kMiscounts,
  kPinned,
  kHiccups,
  kTearDown,
  kStartUp,
  kDisturbed,
  kNotSteady,
};

struct Finding {
  Detector detector = Detector::kConsumer;
  std::string sentence;  // of the first cell it was seen in
  int cells = 0;         // it was seen in
};

// One that most cells of the arm show. `without`: detectors that are switched off, to show that each is needed.
std::vector<Finding> findings_of(const Arm& arm, const std::set<Detector>& without = {});
// Of a single cell.
std::vector<Finding> findings_of(const contract::Record& cell);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::Detector> {
  static constexpr std::array<std::pair<control::Detector, const char*>, 14> names = {
      {{control::Detector::kConsumer, "consumer"},
       {control::Detector::kSlowWorker, "slow-worker"},
       {control::Detector::kLeak, "leak"},
       {control::Detector::kThreadStorm, "thread-storm"},
       {control::Detector::kSharedMemory, "shared-memory"},
       {control::Detector::kPrefilled, "prefilled"},
       {control::Detector::kNotRead, "not-read"},
       {control::Detector::kMiscounts, "miscounts"},
       {control::Detector::kPinned, "pinned"},
       {control::Detector::kHiccups, "hiccups"},
       {control::Detector::kTearDown, "tear-down"},
       {control::Detector::kStartUp, "start-up"},
       {control::Detector::kDisturbed, "disturbed"},
       {control::Detector::kNotSteady, "not-steady"}}};
};

}  // namespace feedrate
