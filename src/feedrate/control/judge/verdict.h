// What `compare` may say about paired log ratios (docs/method.md, "Verdicts"). Pure. Not the gate's rule: that one
// looks more than once.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "feedrate/base/error.h"
#include "feedrate/base/fields.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {

inline constexpr std::size_t kFewestForVerdict = 5;
inline constexpr double kDefaultTolerance = 0.05;
// More blocks than anybody would wait for.
inline constexpr std::size_t kMostBlocks = 1000;

enum class Verdict { kSame, kFaster, kSlower, kCannotTell };

struct Judgement {
  Verdict verdict = Verdict::kCannotTell;
  std::string reason;  // why it cannot tell; empty otherwise
};

// A tolerance comes from a person; outside of 0 to 100 % it means nothing.
Status check_tolerance(double tolerance);

// Another profile or other work: no verdict, with an exit code of its own.
[[nodiscard]] Unexpected not_comparable(std::string message);

// The half-width under which the interval of a mean log ratio settles it: inside ±tau when the mean is, clear of 0 when
// the mean is beyond.
double telling_half_width(double mean, double tolerance);

// `tolerance` is a share strictly between 0 and 1; it is compared on the log scale, as -ln(1 - tolerance).
Judgement judge_logs(const stats::Summary& logs, double tolerance);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::Verdict> {
  static constexpr std::array<std::pair<control::Verdict, const char*>, 4> names = {
      {{control::Verdict::kSame, "SAME"},
       {control::Verdict::kFaster, "FASTER"},
       {control::Verdict::kSlower, "SLOWER"},
       {control::Verdict::kCannotTell, "CANNOT TELL"}}};
};

}  // namespace feedrate
