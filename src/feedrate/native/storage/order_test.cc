#include "feedrate/native/storage/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace feedrate::native {
namespace {

std::vector<std::uint64_t> whole(std::uint64_t size, std::uint64_t seed, std::uint64_t epoch) {
  const Order order(size, seed, epoch);
  std::vector<std::uint64_t> items;
  for (std::uint64_t place = 0; place < size; ++place) items.push_back(order.at(place));
  return items;
}

TEST(Order, IsABijection) {
  for (std::uint64_t size = 1; size < 300; ++size) {
    auto items = whole(size, 7, size);
    std::sort(items.begin(), items.end());
    for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(items[i], i) << "size " << size;
  }
  for (const std::uint64_t size : {4095U, 4096U, 4097U, 100000U}) {
    auto items = whole(size, 8, 0);
    std::sort(items.begin(), items.end());
    for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(items[i], i) << "size " << size;
  }
}

TEST(Order, DependsOnSeedAndEpoch) {
  EXPECT_EQ(whole(1000, 1, 1), whole(1000, 1, 1));
  EXPECT_NE(whole(1000, 1, 1), whole(1000, 1, 2));
  EXPECT_NE(whole(1000, 1, 1), whole(1000, 2, 1));
  EXPECT_NE(whole(1000, 1, 2), whole(1000, 2, 1));
}

double chi_squared(const std::vector<double>& counts, double expected) {
  double sum = 0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// Over many epochs, items to places (121 degrees of freedom) and items to their followers (131, and twelve cells that
// stay empty: an item does not follow itself). The limits are five standard deviations above the mean.
TEST(Order, ItemsComeToPlacesAndAfterEachOtherAboutAsOften) {
  constexpr std::uint64_t kSize = 12;
  constexpr std::uint64_t kEpochs = 12000;
  std::vector<double> places(kSize * kSize);
  std::vector<double> followers(kSize * kSize);
  for (std::uint64_t epoch = 0; epoch < kEpochs; ++epoch) {
    const auto items = whole(kSize, 3, epoch);
    for (std::uint64_t place = 0; place < kSize; ++place) places[place * kSize + items[place]] += 1;
    for (std::uint64_t place = 1; place < kSize; ++place) followers[items[place - 1] * kSize + items[place]] += 1;
  }
  constexpr double kExpected = static_cast<double>(kEpochs) / kSize;
  EXPECT_LT(chi_squared(places, kExpected), 199);
  EXPECT_LT(chi_squared(followers, kExpected) - kSize * kExpected, 212);
}

TEST(Order, WorksFarBeyondMemory) {
  constexpr std::uint64_t kSize = 1'000'000'000'039;
  const Order order(kSize, 1, 1);
  std::vector<std::uint64_t> items;
  for (std::uint64_t place = 0; place < 10000; ++place) items.push_back(order.at(kSize - 1 - place));
  std::sort(items.begin(), items.end());
  EXPECT_EQ(std::adjacent_find(items.begin(), items.end()), items.end());
  EXPECT_LT(items.back(), kSize);
  EXPECT_NEAR(static_cast<double>(items[5000]) / static_cast<double>(kSize), 0.5, 0.03);
}

}  // namespace
}  // namespace feedrate::native
