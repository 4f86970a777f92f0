// Compiled once for every kind of vector instructions: foreach_target.h includes this file again and again.
#include "feedrate/native/transform/blur_kernel.h"

#include "feedrate/native/transform/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "feedrate/native/transform/blur_kernel.cc"
#include <hwy/foreach_target.h>
// After the above.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace feedrate::native::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Shorts = hn::ScalableTag<std::uint16_t>;
using ShortsVector = hn::Vec<Shorts>;
using Bytes = hn::Rebind<std::uint8_t, Shorts>;

constexpr int kLevelBits = 7;

// Of each product half a unit is dropped in the mean.
int dropped(const BlurWeights& weights) { return (weights.reach + 1) / 2; }

int product(int sum, int weight) {
  return static_cast<int>(static_cast<unsigned>(sum) * static_cast<unsigned>(weight) >> 16U);
}

// With the reach known to the compiler where it is small; 0: as the weights say.
template <int Reach>
HWY_INLINE int reach_of(const BlurWeights& weights) {
  return Reach == 0 ? weights.reach : Reach;
}

template <int Reach>
HWY_INLINE void down(const std::uint8_t* const* rows, std::size_t values, const BlurWeights& weights,
                     std::uint16_t* levels) {
  const Shorts shorts;
  const Bytes bytes;
  const int reach = reach_of<Reach>(weights);
  const std::uint8_t* const* middle = rows + reach;
  const auto at = [&](int row, std::size_t x)
                      HWY_ATTR { return hn::PromoteTo(shorts, hn::LoadU(bytes, middle[row] + x)); };
  const auto weighted = [&](ShortsVector sum, int k) HWY_ATTR {
    return hn::MulHigh(hn::ShiftLeft<kLevelBits>(sum), hn::Set(shorts, weights.weights[static_cast<std::size_t>(k)]));
  };
  const auto rest = hn::Set(shorts, static_cast<std::uint16_t>(dropped(weights)));
  const std::size_t step = hn::Lanes(shorts);
  std::size_t x = 0;
  for (; x + step <= values; x += step) {
    auto sum = hn::Add(rest, weighted(at(0, x), 0));
    for (int k = 1; k <= reach; ++k) sum = hn::Add(sum, weighted(hn::Add(at(-k, x), at(k, x)), k));
    hn::StoreU(sum, shorts, levels + x);
  }
  for (; x < values; ++x) {
    int sum = dropped(weights) + product(middle[0][x] << kLevelBits, weights.weights[0]);
    for (int k = 1; k <= reach; ++k)
      sum += product((middle[-k][x] + middle[k][x]) << kLevelBits, weights.weights[static_cast<std::size_t>(k)]);
    levels[x] = static_cast<std::uint16_t>(sum);
  }
}

template <int Reach>
HWY_INLINE void across(const std::uint16_t* levels, std::size_t values, std::size_t channels,
                       const BlurWeights& weights, std::uint8_t* to) {
  const Shorts shorts;
  const Bytes bytes;
  const hn::RebindToSigned<Shorts> signed_shorts;
  const int reach = reach_of<Reach>(weights);
  const int half = dropped(weights) + (1 << (kLevelBits - 1));
  const auto rest = hn::Set(shorts, static_cast<std::uint16_t>(half));
  const std::size_t step = hn::Lanes(shorts);
  std::size_t x = 0;
  for (; x + step <= values; x += step) {
    const std::uint16_t* middle = levels + x;
    auto sum = hn::Add(rest, hn::MulHigh(hn::LoadU(shorts, middle), hn::Set(shorts, weights.weights[0])));
    for (int k = 1; k <= reach; ++k) {
      const std::size_t away = static_cast<std::size_t>(k) * channels;
      const auto both = hn::Add(hn::LoadU(shorts, middle - away), hn::LoadU(shorts, middle + away));
      sum = hn::Add(sum, hn::MulHigh(both, hn::Set(shorts, weights.weights[static_cast<std::size_t>(k)])));
    }
    hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(signed_shorts, hn::ShiftRight<kLevelBits>(sum))), bytes, to + x);
  }
  for (; x < values; ++x) {
    const std::uint16_t* middle = levels + x;
    int sum = half + product(*middle, weights.weights[0]);
    for (int k = 1; k <= reach; ++k) {
      const std::size_t away = static_cast<std::size_t>(k) * channels;
      sum += product(*(middle - away) + *(middle + away), weights.weights[static_cast<std::size_t>(k)]);
    }
    const int level = sum >> kLevelBits;
    to[x] = static_cast<std::uint8_t>(level < 255 ? level : 255);
  }
}

void down_all(const std::uint8_t* const* rows, std::size_t values, const BlurWeights& weights, std::uint16_t* levels) {
  if (weights.reach == 1) return down<1>(rows, values, weights, levels);
  if (weights.reach == 2) return down<2>(rows, values, weights, levels);
  if (weights.reach == 3) return down<3>(rows, values, weights, levels);
  return down<0>(rows, values, weights, levels);
}

void across_all(const std::uint16_t* levels, std::size_t values, std::size_t channels, const BlurWeights& weights,
                std::uint8_t* to) {
  if (weights.reach == 1) return across<1>(levels, values, channels, weights, to);
  if (weights.reach == 2) return across<2>(levels, values, channels, weights, to);
  if (weights.reach == 3) return across<3>(levels, values, channels, weights, to);
  return across<0>(levels, values, channels, weights, to);
}

}  // namespace
}  // namespace feedrate::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace feedrate::native {

HWY_EXPORT(down_all);
HWY_EXPORT(across_all);

void blur_down(const std::uint8_t* const* rows, std::size_t values, const BlurWeights& weights, std::uint16_t* levels) {
  HWY_DYNAMIC_DISPATCH(down_all)(rows, values, weights, levels);
}

void blur_across(const std::uint16_t* levels, std::size_t values, std::size_t channels, const BlurWeights& weights,
                 std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(across_all)(levels, values, channels, weights, to);
}

}  // namespace feedrate::native
#endif
