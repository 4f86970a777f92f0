#include "feedrate/control/judge/sessions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>

#include "feedrate/base/format.h"
#include "feedrate/control/judge/arms.h"
#include "feedrate/control/judge/describe.h"
#include "feedrate/stats/distributions.h"

namespace feedrate::control {
namespace {

// Seconds since 1970 of "2026-01-31T12:00:00Z"; 0 for anything else.
double seconds_of(const std::string& utc) {
  std::tm parts{};
  if (std::sscanf(utc.c_str(), "%d-%d-%dT%d:%d:%d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour,
                  &parts.tm_min, &parts.tm_sec) != 6)
    return 0;
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  return static_cast<double>(timegm(&parts));
}

std::optional<double> rate_of(const contract::Record& cell) {
  const auto& window = cell.evidence.window;
  if (!std::holds_alternative<contract::Measured>(cell.outcome) || !window || !(window->rate > 0)) return {};
  return window->rate;
}

struct Sum {
  std::string name;
  double logs = 0;
  std::int64_t blocks = 0;
};

contract::Session session_of(const std::string& started, const std::map<std::string, Sum>& cases) {
  contract::Session out{started, {}};
  for (const auto& [id, sum] : cases)
    out.rates.push_back({id, sum.name, sum.logs / static_cast<double>(sum.blocks), sum.blocks});
  return out;
}

SessionVerdict judge(const contract::SessionRate& now, const contract::SessionSet& baseline, double tau, double share) {
  SessionVerdict out;
  out.name = now.name;
  std::vector<double> before;
  for (const auto& session : baseline.sessions)
    for (const auto& rate : session.rates)
      if (rate.case_id == now.case_id) before.push_back(rate.log_rate);
  out.sessions = before.size();
  if (before.empty()) {
    out.reason = "the baseline does not have this case";
    return out;
  }
  const auto stored = stats::summarise(before);
  out.change = now.log_rate - stored.mean;
  out.verdict = GateVerdict::kCannotTell;
  if (stored.sd) {
    const auto n = static_cast<double>(stored.n);
    const double error = *stored.sd * std::sqrt(1 + 1 / n);
    out.interval = stats::Interval{out.change - stats::student_t_quantile(1 - kFalsePass * share, n - 1) * error,
                                   out.change + stats::student_t_quantile(1 - kFalseAlarm * share, n - 1) * error};
  }
  if (before.size() < kFewestSessions) {
    out.reason =
        format("{} of the {} sessions it takes to know how far sessions are apart", before.size(), kFewestSessions);
    return out;
  }
  if (out.interval->high < -tau / 2 && out.change <= -tau)
    out.verdict = GateVerdict::kRegressed;
  else if (out.interval->low > -tau)
    out.verdict = out.interval->low > 0 && out.change >= tau ? GateVerdict::kImproved : GateVerdict::kPass;
  else
    out.reason = format("sessions of the baseline differ by {:.1f} %", 100 * *stored.sd);
  return out;
}

}  // namespace

std::vector<contract::Session> sessions_of(std::span<const contract::Record> finished) {
  const Arms arms = arms_of(finished);
  const auto parts = describe(arms.arms);
  std::vector<const contract::Record*> cells;
  for (const auto& arm : arms.arms)
    for (const auto* cell : arm.cells)
      if (rate_of(*cell)) cells.push_back(cell);
  std::sort(cells.begin(), cells.end(), [](const auto* a, const auto* b) { return a->started < b->started; });
  std::vector<contract::Session> out;
  std::map<std::string, Sum> cases;
  std::string started;
  double last = 0;
  for (const auto* cell : cells) {
    const double now = seconds_of(cell->started);
    if (!cases.empty() && now - last >= kSessionGapSeconds) {
      out.push_back(session_of(started, cases));
      cases.clear();
    }
    if (cases.empty()) started = cell->started;
    last = now;
    auto& sum = cases[cell->case_id];
    sum.name = case_text(parts.at(cell->comparison), cell->what.subject);
    sum.logs += std::log(*rate_of(*cell));
    ++sum.blocks;
  }
  if (!cases.empty()) out.push_back(session_of(started, cases));
  return out;
}

std::vector<SessionVerdict> judge_session(const contract::Session& now, const contract::SessionSet& baseline,
                                          double tolerance) {
  FEEDRATE_CHECK(tolerance > 0 && tolerance < 1);
  std::vector<SessionVerdict> out;
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, now.rates.size()));
  for (const auto& rate : now.rates) out.push_back(judge(rate, baseline, -std::log1p(-tolerance), share));
  return out;
}

}  // namespace feedrate::control
