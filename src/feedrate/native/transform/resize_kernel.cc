// Compiled once for every kind of vector instructions: foreach_target.h includes this file again and again.
#include "feedrate/native/transform/resize_kernel.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "feedrate/native/transform/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "feedrate/native/transform/resize_kernel.cc"
#include <hwy/foreach_target.h>
// After the above.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace feedrate::native::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Beyond this the rounding of so many products adds up.
constexpr int kMostRows = 64;
constexpr int kHalf = 4;  // target pixels
constexpr int kSumBits = kWeightBits + kLevelBits;

int weighted(int level, int weight) {
  return ((level << kLevelBits) * weight + (1 << (kWeightBits - 1))) >> kWeightBits;
}

std::int16_t short_of(int value) {
  return static_cast<std::int16_t>(std::min<int>(value, std::numeric_limits<std::int16_t>::max()));
}

// As the vectors do it, for the few values that fill none.
void blend_value(const RowBlend& blend, int x, std::int16_t* levels) {
  int sum = 0;
  for (int row = 0; row < blend.rows; ++row) sum += weighted(blend.first[row * blend.stride + x], blend.weights[row]);
  levels[x] = short_of(sum);
}

void blend_many_rows(const RowBlend& blend, std::int16_t* levels) {
  constexpr int kTooMany = kWeightBits - kLevelBits;
  for (int x = 0; x < blend.values; ++x) {
    int sum = 1 << (kTooMany - 1);
    for (int row = 0; row < blend.rows; ++row) sum += blend.first[row * blend.stride + x] * blend.weights[row];
    levels[x] = short_of(sum >> kTooMany);
  }
}

#if HWY_TARGET == HWY_SCALAR  // a CPU without any vector instructions that are known here

HWY_MAYBE_UNUSED void rows(const RowBlend& blend, std::int16_t* levels) {
  if (blend.rows > kMostRows) return blend_many_rows(blend, levels);
  for (int x = 0; x < blend.values; ++x) blend_value(blend, x, levels);
}

HWY_MAYBE_UNUSED void columns(const ColumnBlend& blend, const Linear& linear, float* to, std::size_t plane,
                              Way /*way*/) {
  for (int x = 0; x < blend.width; ++x) {
    const auto half = static_cast<std::size_t>(x % kTogether / kHalf);
    const auto number = static_cast<std::size_t>(x / kTogether * kHalf + x % kHalf);
    const std::int16_t* levels = blend.levels + blend.places[2 * number + half];
    const TapPair* taps = blend.taps + number * static_cast<std::size_t>(blend.pairs);
    const auto channels = static_cast<std::size_t>(blend.channels);
    for (std::size_t channel = 0; channel < channels; ++channel) {
      int sum = 1 << (kSumBits - 1);
      for (int tap = 0; tap < 2 * blend.pairs; ++tap)
        sum += levels[static_cast<std::size_t>(tap) * channels + channel] *
               taps[tap / 2].weights[8 * half + 2 * (channel % kGroup) + static_cast<std::size_t>(tap % 2)];
      to[channel * plane + static_cast<std::size_t>(x)] =
          static_cast<float>(sum >> kSumBits) * linear.factor[channel] + linear.offset[channel];
    }
  }
}

#else

// Two halves of four target pixels where there are 256 bits, else one half at a time.
using Shorts = hn::CappedTag<std::int16_t, 16>;
using Half = hn::FixedTag<std::int16_t, 8>;
using Words = hn::RepartitionToWide<Shorts>;
using Longs = hn::RepartitionToWide<Words>;
using Floats = hn::RebindToFloat<Words>;
using ShortsVector = hn::Vec<Shorts>;

HWY_INLINE ShortsVector weighted(const std::uint8_t* from, ShortsVector weight) {
  const Shorts shorts;
  const hn::Rebind<std::uint8_t, Shorts> bytes;
  return hn::MulFixedPoint15(hn::ShiftLeft<kLevelBits>(hn::PromoteTo(shorts, hn::LoadU(bytes, from))), weight);
}

// Every vector of a row; the last one may overlap the one before.
template <class Make>
HWY_INLINE void for_each_vector(int values, Make&& make) {
  const int step = static_cast<int>(hn::Lanes(Shorts()));
  for (int x = 0; x + step <= values; x += step) make(x);
  if (values % step != 0) make(values - step);
}

// With the number of rows known to the compiler, which most pictures allow.
template <int... Row>
HWY_INLINE void blend_rows_by(std::integer_sequence<int, Row...>, const RowBlend& blend, std::int16_t* levels) {
  const Shorts shorts;
  const ShortsVector weights[] = {hn::Set(shorts, blend.weights[Row])...};
  for_each_vector(blend.values, [&](int x) HWY_ATTR {
    ShortsVector sum = hn::Zero(shorts);
    ((sum = hn::SaturatedAdd(sum, weighted(blend.first + Row * blend.stride + x, weights[Row]))), ...);
    hn::StoreU(sum, shorts, levels + x);
  });
}

HWY_INLINE void blend_rows_any(const RowBlend& blend, std::int16_t* levels) {
  const Shorts shorts;
  for_each_vector(blend.values, [&](int x) HWY_ATTR {
    ShortsVector sum = hn::Zero(shorts);
    for (int row = 0; row < blend.rows; ++row)
      sum = hn::SaturatedAdd(sum, weighted(blend.first + row * blend.stride + x, hn::Set(shorts, blend.weights[row])));
    hn::StoreU(sum, shorts, levels + x);
  });
}

HWY_MAYBE_UNUSED void rows(const RowBlend& blend, std::int16_t* levels) {
  if (blend.rows > kMostRows) return blend_many_rows(blend, levels);
  if (blend.values < static_cast<int>(hn::Lanes(Shorts()))) {
    for (int x = 0; x < blend.values; ++x) blend_value(blend, x, levels);
    return;
  }
  switch (blend.rows) {
    case 1:
      return blend_rows_by(std::make_integer_sequence<int, 1>(), blend, levels);
    case 2:
      return blend_rows_by(std::make_integer_sequence<int, 2>(), blend, levels);
    case 3:
      return blend_rows_by(std::make_integer_sequence<int, 3>(), blend, levels);
    case 4:
      return blend_rows_by(std::make_integer_sequence<int, 4>(), blend, levels);
    default:
      return blend_rows_any(blend, levels);
  }
}

// Left to itself, the compiler calls lambdas that more than one function has, with every vector in memory.
#undef FEEDRATE_INLINE_LAMBDA
#define FEEDRATE_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))

using WordsVector = hn::Vec<Words>;

constexpr bool kBothHalves = hn::MaxLanes(Shorts()) == 16;

// Eight values from `a` and, where they fit, eight from `b`.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_from(Tag tag, const std::int16_t* a, HWY_MAYBE_UNUSED const std::int16_t* b) {
  if constexpr (hn::MaxLanes(Tag()) == 16)
    return hn::Combine(tag, hn::LoadU(Half(), b), hn::LoadU(Half(), a));
  else
    return hn::LoadU(tag, a);
}

// a[0] b[0] + a[1] b[1], and so on.
HWY_INLINE WordsVector add_products(ShortsVector a, ShortsVector b, WordsVector sum) {
  const Words words;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  WordsVector unused = hn::Zero(words);
  return hn::ReorderWidenMulAccumulate(words, a, b, sum, unused);
#else
  const auto even = [&](ShortsVector v) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(hn::BitCast(words, v))); };
  const auto odd = [&](ShortsVector v) { return hn::ShiftRight<16>(hn::BitCast(words, v)); };
  return hn::Add(sum, hn::Add(hn::Mul(even(a), even(b)), hn::Mul(odd(a), odd(b))));
#endif
}

// r0 g0 b0 r1 g1 b1 - - of each half becomes r0 r1 g0 g1 b0 b1 - -.
alignas(16) constexpr std::uint8_t kPairUp[16] = {0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 4, 5, 10, 11};

// Where the taps of the next eight target pixels are, and how many pairs of them there are: known to the compiler
// unless 0.
template <int Pairs>
struct Next {
  const std::int16_t* levels;
  const std::int32_t* places;
  const TapPair* taps;
  int any_pairs;
  int channels;

  [[nodiscard]] HWY_INLINE int pairs() const { return Pairs > 0 ? Pairs : any_pairs; }
  HWY_INLINE void move_on() {
    places += kTogether;
    taps += kHalf * pairs();
  }
};

enum class Pixels { kRgb, kAnyChannels };

// Two neighbouring source pixels of a group of channels, and of those at `b` where both halves fit, so that the two
// levels of a channel stand side by side.
template <Pixels Which>
HWY_INLINE ShortsVector pixel_pair(const std::int16_t* a, const std::int16_t* b, HWY_MAYBE_UNUSED int channels) {
  const Shorts shorts;
  if constexpr (Which == Pixels::kRgb) {
    const hn::Repartition<std::uint8_t, Shorts> bytes;
    const auto levels = hn::BitCast(bytes, load_from(shorts, a, b));
    return hn::BitCast(shorts, hn::TableLookupBytes(levels, hn::LoadDup128(bytes, kPairUp)));
  } else {
    return hn::InterleaveLower(shorts, load_from(shorts, a, b), load_from(shorts, a + channels, b + channels));
  }
}

// The channels of a group of a target pixel, and of the one four further on where both halves fit.
template <int Pairs, Pixels Which>
HWY_INLINE WordsVector pixel(const Next<Pairs>& next, int number, int half) {
  const std::int16_t* a = next.levels + next.places[2 * number + half];
  const std::int16_t* b = next.levels + next.places[2 * number + 1];
  const TapPair* taps = next.taps + number * next.pairs();
  WordsVector sum = hn::Set(Words(), 1 << (kSumBits - 1));
  const auto add = [&](int pair) FEEDRATE_INLINE_LAMBDA {
    const int step = 2 * (Which == Pixels::kRgb ? kChannels : next.channels) * pair;
    const auto weights = hn::Load(Shorts(), taps[pair].weights.data() + 8 * half);
    sum = add_products(pixel_pair<Which>(a + step, b + step, next.channels), weights, sum);
  };
  if constexpr (Pairs >= 1) add(0);
  if constexpr (Pairs >= 2) add(1);
  if constexpr (Pairs >= 3) add(2);
  if constexpr (Pairs == 0)
    for (int pair = 0; pair < next.pairs(); ++pair) add(pair);
  return hn::ShiftRight<kSumBits>(sum);
}

using FloatsVector = hn::Vec<Floats>;

// Way is known to the compiler: a choice at every store would cost more than it saves.
template <Way HowStored>
HWY_INLINE void store(FloatsVector value, int count, float* to) {
  const Floats floats;
  if (HowStored == Way::kPastCaches) {  // whole vectors only
    hn::Stream(value, floats, to);
  } else if (HWY_LIKELY(count >= static_cast<int>(hn::Lanes(floats)))) {
    hn::StoreU(value, floats, to);
  } else {
    HWY_ALIGN float whole[kTogether];
    hn::Store(value, floats, whole);
    std::copy_n(whole, count, to);
  }
}

// The first channels of the pixels, and where they go.
struct Group {
  const float* factor;
  const float* offset;
  std::size_t count;  // up to kGroup; of RGB three
};

template <int Pairs, Way HowStored, Pixels Which>
HWY_INLINE void columns_by(const ColumnBlend& blend, const Group& group, float* to, std::size_t plane) {
  const Words words;
  const Longs longs;
  const Floats floats;
  const std::size_t count = Which == Pixels::kRgb ? kChannels : group.count;
  const auto set = [&](const float* values, std::size_t channel)
                       FEEDRATE_INLINE_LAMBDA { return hn::Set(floats, values[std::min(channel, count - 1)]); };
  const FloatsVector factor[] = {set(group.factor, 0), set(group.factor, 1), set(group.factor, 2),
                                 set(group.factor, 3)};
  const FloatsVector offset[] = {set(group.offset, 0), set(group.offset, 1), set(group.offset, 2),
                                 set(group.offset, 3)};
  const int width = blend.width;
  Next<Pairs> next{blend.levels, blend.places, blend.taps, blend.pairs, blend.channels};
  const auto make = [&](int x, int half) FEEDRATE_INLINE_LAMBDA {
    const auto a = pixel<Pairs, Which>(next, 0, half);
    const auto b = pixel<Pairs, Which>(next, 1, half);
    const auto c = pixel<Pairs, Which>(next, 2, half);
    const auto d = pixel<Pairs, Which>(next, 3, half);
    const auto ab_low = hn::BitCast(longs, hn::InterleaveLower(words, a, b));  // r r g g
    const auto cd_low = hn::BitCast(longs, hn::InterleaveLower(words, c, d));
    const auto ab_high = hn::BitCast(longs, hn::InterleaveUpper(words, a, b));  // b b - -
    const auto cd_high = hn::BitCast(longs, hn::InterleaveUpper(words, c, d));
    const auto plane_of = [&](auto levels, std::size_t channel) FEEDRATE_INLINE_LAMBDA {
      // Not fused where the CPU could: every CPU shall give the same bits.
      const auto scaled = hn::Mul(hn::ConvertTo(floats, hn::BitCast(words, levels)), factor[channel]);
      store<HowStored>(hn::Add(scaled, offset[channel]), width - x, to + channel * plane + x);
    };
    plane_of(hn::InterleaveLower(longs, ab_low, cd_low), 0);
    if (count > 1) plane_of(hn::InterleaveUpper(longs, ab_low, cd_low), 1);
    if (count > 2) plane_of(hn::InterleaveLower(longs, ab_high, cd_high), 2);
    if (count > 3) plane_of(hn::InterleaveUpper(longs, ab_high, cd_high), 3);
  };
  for (int x = 0; x < width; x += kTogether, next.move_on()) {
    make(x, 0);
    if (!kBothHalves && x + kHalf < width) make(x + kHalf, 1);
  }
}

template <Way HowStored, Pixels Which>
HWY_INLINE void group_stored(const ColumnBlend& blend, const Group& group, float* to, std::size_t plane) {
  switch (blend.pairs) {
    case 1:
      return columns_by<1, HowStored, Which>(blend, group, to, plane);
    case 2:
      return columns_by<2, HowStored, Which>(blend, group, to, plane);
    case 3:
      return columns_by<3, HowStored, Which>(blend, group, to, plane);
    default:
      return columns_by<0, HowStored, Which>(blend, group, to, plane);
  }
}

template <Way HowStored>
HWY_INLINE void columns_stored(const ColumnBlend& blend, const Linear& linear, float* to, std::size_t plane) {
  if (blend.channels == kChannels)
    return group_stored<HowStored, Pixels::kRgb>(blend, {linear.factor.data(), linear.offset.data(), kChannels}, to,
                                                 plane);
  const auto channels = static_cast<std::size_t>(blend.channels);
  for (std::size_t first = 0; first < channels; first += kGroup) {
    ColumnBlend rest = blend;
    rest.levels += first;
    const Group group{linear.factor.data() + first, linear.offset.data() + first, std::min(kGroup, channels - first)};
    group_stored<HowStored, Pixels::kAnyChannels>(rest, group, to + first * plane, plane);
  }
}

HWY_MAYBE_UNUSED void columns(const ColumnBlend& blend, const Linear& linear, float* to, std::size_t plane, Way way) {
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(to) % kAlign == 0 && plane * sizeof(float) % kAlign == 0 &&
                          blend.width % kTogether == 0;
  if (way == Way::kPastCaches && is_aligned)
    columns_stored<Way::kPastCaches>(blend, linear, to, plane);
  else
    columns_stored<Way::kCached>(blend, linear, to, plane);
}

#endif

}  // namespace
}  // namespace feedrate::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace feedrate::native {

HWY_EXPORT(rows);
HWY_EXPORT(columns);

void blend_rows(const RowBlend& blend, std::int16_t* levels) { HWY_DYNAMIC_DISPATCH(rows)(blend, levels); }

void blend_columns(const ColumnBlend& blend, const Linear& linear, float* to, std::size_t plane, Way way) {
  HWY_DYNAMIC_DISPATCH(columns)(blend, linear, to, plane, way);
}

void finish_past_caches() { hwy::FlushStream(); }

}  // namespace feedrate::native
#endif
