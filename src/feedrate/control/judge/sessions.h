// Results that did not run beside each other: a session against the sessions of a stored baseline. The unit is the
// session, because the machine of one sitting is not that of the next. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feedrate/contract/baseline/baseline.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/judge/gate_rule.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {

// With fewer the spread between sessions is not known.
inline constexpr std::size_t kFewestSessions = 5;
// Blocks that start later than this after the one before are of another session.
inline constexpr double kSessionGapSeconds = 30 * 60;

// Finished records -> sessions, by when their blocks started. Cells without a rate enter nothing.
std::vector<contract::Session> sessions_of(std::span<const contract::Record> finished);

struct SessionVerdict {
  std::string name;
  std::size_t sessions = 0;                 // of the baseline that have the case
  double change = 0;                        // log of new over old
  std::optional<stats::Interval> interval;  // absent with fewer than two sessions
  std::optional<GateVerdict> verdict;       // absent where the baseline does not know the case
  std::string reason;                       // why it cannot tell
};

// One for each case of `now`. `tolerance` is a share strictly between 0 and 1.
std::vector<SessionVerdict> judge_session(const contract::Session& now, const contract::SessionSet& baseline,
                                          double tolerance);

}  // namespace feedrate::control
