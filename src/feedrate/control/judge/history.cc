#include "feedrate/control/judge/history.h"

#include <algorithm>
#include <map>

#include "feedrate/stats/level.h"

namespace feedrate::control {
namespace {

constexpr std::size_t kFewestBeside = 3;
constexpr double kSure = 0.01;

struct Series {
  std::string name;
  std::vector<double> logs;
  std::vector<std::string> started;
};

}  // namespace

std::vector<HistoryChange> changes_of(std::vector<contract::Session> sessions) {
  std::sort(sessions.begin(), sessions.end(), [](const auto& x, const auto& y) { return x.started < y.started; });
  std::map<std::string, Series> cases;
  for (const auto& session : sessions)
    for (const auto& rate : session.rates) {
      auto& series = cases[rate.case_id];
      series.name = rate.name;
      series.logs.push_back(rate.log_rate);
      series.started.push_back(session.started);
    }
  std::vector<HistoryChange> out;
  for (const auto& [id, series] : cases)
    for (const auto& change : stats::changes_in(series.logs, kFewestBeside, kSure))
      out.push_back({series.name, series.started[change.at], change.effect, change.p});
  return out;
}

}  // namespace feedrate::control
