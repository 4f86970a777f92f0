#include "feedrate/control/judge/interleave.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

constexpr std::int64_t kMemory = std::int64_t{1} << 34;

contract::Record burnt_in(const char* subject, double log_ratio, double half) {
  auto out = example::sliced(example::cell(example::loader_case(subject), 0, 1000), 1000);
  out.evidence.slices->freeze_check = contract::FreezeCheck{log_ratio, log_ratio - half, log_ratio + half, 30};
  return out;
}

std::string reason(const contract::Record& second) {
  const contract::Record both[] = {burnt_in("good", 0.01, 0.02), second};
  return reason_to_alternate(both, kMemory).value_or("");
}

TEST(Interleave, SlicesWhereFreezingIsHarmlessForAll) { EXPECT_EQ(reason(burnt_in("other", -0.01, 0.05)), ""); }

TEST(Interleave, AlternatesWhereItGainsOrIsNotKnown) {
  EXPECT_NE(reason(burnt_in("other", 0.08, 0.01)).find("other: rate in short slices +8.3 %"), std::string::npos);
  EXPECT_NE(reason(burnt_in("other", 0.00, 0.15)).find("other: rate in short slices"), std::string::npos);
}

TEST(Interleave, AlternatesWhereACounterSaysMoreThanWasHandedOut) {
  auto twice = burnt_in("other", 0.0, 0.01);
  twice.evidence.slices->freeze_check.reset();
  twice.evidence.slices->counted_by = contract::CountedBy::kBatches;
  twice.evidence.marks.samples = {2000, 1000, 16};
  EXPECT_NE(reason(twice).find("other counted 2000 samples and handed out 1000"), std::string::npos);
  twice.evidence.marks.samples = {1016, 1000, 16};
  EXPECT_NE(reason(twice).find("other counts no finished samples"), std::string::npos);
}

TEST(Interleave, AnArmThatHungIsNoEvidenceThatFreezingIsHarmless) {
  auto hung = burnt_in("other", 0.0, 0.01);
  hung.outcome = contract::Hung{60, "slices", {}};
  EXPECT_NE(reason(hung).find("other hung in the burn-in (slices)"), std::string::npos);
}

TEST(Interleave, AnArmThatFailedIsPassedOver) {
  auto failed = burnt_in("other", 0.5, 0.01);
  failed.outcome = contract::Failed{contract::Cause::kExit, "it ended"};
  EXPECT_EQ(reason(failed), "");
}

TEST(Interleave, AlternatesWhereAllTogetherDoNotFit) {
  auto large = burnt_in("other", 0.0, 0.01);
  large.evidence.process.peak_pss_bytes = kMemory;
  EXPECT_NE(reason(large).find("all arms together take"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::control
