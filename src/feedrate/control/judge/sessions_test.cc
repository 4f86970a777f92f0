#include "feedrate/control/judge/sessions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/base/random.h"
#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

contract::Record at(int block, double rate, const std::string& started) {
  auto out = example::cell(example::loader_case("mine"), block, rate);
  out.started = started;
  return out;
}

TEST(Sessions, ABlockHalfAnHourLaterIsOfAnother) {
  const std::vector<contract::Record> records = {at(1, 100, "2026-01-01T00:00:00Z"), at(2, 400, "2026-01-01T00:29:59Z"),
                                                 at(3, 900, "2026-01-01T00:59:59Z")};
  const auto sessions = sessions_of(records);
  ASSERT_EQ(sessions.size(), 2U);
  ASSERT_EQ(sessions[0].rates.size(), 1U);
  EXPECT_EQ(sessions[0].rates[0].blocks, 2);
  EXPECT_NEAR(std::exp(sessions[0].rates[0].log_rate), 200, 1e-9);
  EXPECT_EQ(sessions[1].started, "2026-01-01T00:59:59Z");
}

TEST(Sessions, CellsWithoutARateEnterNothing) {
  auto failed = example::ended(at(1, 100, "2026-01-01T00:00:00Z"), contract::Failed{contract::Cause::kExit, "no"});
  EXPECT_TRUE(sessions_of(std::vector{failed}).empty());
}

contract::Session session(double log_rate) {
  return {"2026-01-01T00:00:00Z", {{std::string(32, 'a'), "mine", log_rate, 5}}};
}

contract::SessionSet stored(const std::vector<double>& log_rates) {
  contract::SessionSet out;
  for (const double each : log_rates) out.sessions.push_back(session(each));
  return out;
}

GateVerdict verdict(double now, const std::vector<double>& before, double tolerance = 0.05) {
  return *judge_session(session(now), stored(before), tolerance).front().verdict;
}

const std::vector<double> kSix = {0.00, 0.01, -0.01, 0.005, -0.005, 0.0};

TEST(Sessions, FewSessionsGiveNoVerdictHoweverLargeTheChange) {
  EXPECT_EQ(verdict(-1, {0}), GateVerdict::kCannotTell);
  EXPECT_EQ(verdict(-1, {0, 0, 0, 0}), GateVerdict::kCannotTell);
  const auto row = judge_session(session(-1), stored({0}), 0.05).front();
  EXPECT_FALSE(row.interval) << "one session has no spread";
  EXPECT_NE(row.reason.find("1 of the 5 sessions"), std::string::npos) << row.reason;
}

TEST(Sessions, ALossBeyondTheSpreadIsOne) {
  EXPECT_EQ(verdict(0, kSix), GateVerdict::kPass);
  EXPECT_EQ(verdict(-0.12, kSix), GateVerdict::kRegressed);
  EXPECT_EQ(verdict(0.12, kSix), GateVerdict::kImproved);
  EXPECT_EQ(verdict(-0.045, kSix), GateVerdict::kCannotTell);
}

TEST(Sessions, SessionsThatAreFarApartHideALoss) {
  EXPECT_EQ(verdict(-0.12, {0.1, -0.1, 0.05, -0.05, 0.0}), GateVerdict::kCannotTell);
}

// Between sessions 2 %: a plain rule on one stored session would cry wolf every sixth time.
TEST(Sessions, FalseAlarmsAreRare) {
  Random random(7);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.unit())) * std::cos(2 * 3.14159265358979 * random.unit());
  };
  int alarms = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<double> before;
    for (int k = 0; k < 5; ++k) before.push_back(0.02 * normal());
    alarms += verdict(0.02 * normal(), before, 0.03) == GateVerdict::kRegressed ? 1 : 0;
  }
  EXPECT_LE(alarms, 40);
}

TEST(Sessions, ACaseTheBaselineDoesNotHaveHasNoVerdict) {
  auto now = session(0);
  now.rates[0].case_id = std::string(32, 'b');
  const auto row = judge_session(now, stored(kSix), 0.05).front();
  EXPECT_FALSE(row.verdict);
}

}  // namespace
}  // namespace feedrate::control
