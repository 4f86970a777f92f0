#include "feedrate/app/cli/tune_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace feedrate::app {
namespace {

// Workers 1 to 4, prefetch 2: 100, 200, 300 and 301 samples/s, measured in the same six blocks.
class Tuned : public testing::Test {
 protected:
  Tuned() : result_{control::TuneSearch(space(), {}), {}, {}, {}, {}, {}, 6, 0} {
    cases_.axes = {{"workers", {"1", "2", "3", "4"}}, {"batch", {"64"}}, {"prefetch", {"2"}}};
    cases_.space = space();
    for (int workers = 1; workers <= 4; ++workers) {
      contract::CaseSpec what;
      what.subject = "torch-pil";
      what.settings.workers = workers;
      what.settings.batch = 64;
      cases_.cases.push_back({0, what, std::to_string(workers)});
    }
    for (int block = 0; block < 6; ++block) {
      const double noise = block % 2 == 0 ? 1.0 : 1.001;
      result_.search.learn({{0, 1, 2, 3}, block > 0},
                           {{0, std::log(100)}, {1, std::log(200)}, {2, std::log(300 * noise)}, {3, std::log(301)}});
    }
    result_.winner = control::TuneWinner{2, 3, stats::summarise(logs_), stats::Interval{-0.004, 0.001}, false};
    result_.memory = {{2, 1'500'000'000}};
    result_.too_large = {{3, "would need about 9.0 GB, and 8.0 GB are allowed"}};
    result_.failed = {{0, "it once failed"}};
  }

  static control::TuneSpace space() { return {{4, 1, 1}, {1, 0, 0}, std::vector<bool>(4, true)}; }
  [[nodiscard]] TunePage page(std::optional<double> target = {}) const {
    return {"torch-pil", &cases_, &result_, {target, 0}};
  }
  [[nodiscard]] std::string screen(const TunePage& page) const {
    control::Screen screen;
    screen.width = 200;
    return render_tune_terminal(page, screen);
  }

  std::vector<double> logs_ = {-0.003, -0.002, -0.003, -0.002, -0.003};
  control::TuneCases cases_;
  control::TuneResult result_;
};

TEST_F(Tuned, TheScreenSaysWhatToTakeAndWhy) {
  const auto text = screen(page());
  for (const char* part :
       {"take: workers 3: 300 samples/s", "the smallest of those within 2 % of the fastest; against workers 4: -0.3 %",
        "in 5 fresh blocks: a tie", "knee: at 3 workers; 4 bring +0.3 %", "1.50 GB", "take this",
        "num_workers=3, prefetch_factor=2, pin_memory=False", "persistent_workers=False)",
        "axes: {workers: [3], batch: [64], prefetch: [2]}",
        "left out: workers 4: it would need about 9.0 GB, and 8.0 GB are allowed"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("it once failed"), std::string::npos) << "it gave a rate too";
}

TEST_F(Tuned, ATargetIsReachedMissedOrNotTold) {
  EXPECT_FALSE(target_state(page()));
  EXPECT_EQ(target_state(page(250)), TargetState::kReached);
  EXPECT_EQ(target_state(page(300.2)), TargetState::kUnclear);
  EXPECT_EQ(target_state(page(400)), TargetState::kNotReached);
  const auto missed = screen(page(400));
  EXPECT_NE(missed.find("NOT REACHED"), std::string::npos);
  EXPECT_NE(missed.find("why: the smallest of those within 2 % of the fastest"), std::string::npos) << missed;
  EXPECT_NE(screen(page(250)).find("why: the smallest that gives what was asked"), std::string::npos);
}

// One block more, twice as fast, without the winner: an ordinary block is a tenth faster than those that it ran in.
TEST_F(Tuned, TheIntervalIsAboutTheRateThatIsShown) {
  result_.search.learn({{0, 1}, false}, {{0, std::log(200)}, {1, std::log(400)}});
  const auto text = screen(page());
  const auto at = text.find("take: workers 3: ");
  ASSERT_NE(at, std::string::npos) << text;
  double rate = 0;
  double low = 0;
  double high = 0;
  ASSERT_EQ(std::sscanf(text.c_str() + at, "take: workers 3: %lf samples/s [%lf, %lf]", &rate, &low, &high), 3) << text;
  EXPECT_NEAR(rate, 300 * std::pow(2, 1.0 / 7), 1);
  EXPECT_LE(low, rate);
  EXPECT_GE(high, rate);
}

TEST_F(Tuned, TheJsonHasItAll) {
  const auto text = render_tune_json(page(250));
  for (const char* part : {"\"take\"", "\"curve\"", "\"against\"", "\"left_out\"", "\"paste\"", "\"knee\"",
                           "\"reached\"", "\"pss_bytes\": 1500000000"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

}  // namespace
}  // namespace feedrate::app
