// Compiled once for every kind of vector instructions: foreach_target.h includes this file again and again.
#include "feedrate/native/transform/byte_kernel.h"

#include <algorithm>
#include <cstring>

#include "feedrate/base/error.h"
#include "feedrate/native/transform/grayscale.h"
#include "feedrate/native/transform/vector_targets.h"

// Where a CPU has it, a table of 128 bytes is one instruction.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "feedrate/native/transform/byte_kernel.cc"
#include <hwy/foreach_target.h>
// After the above.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace feedrate::native::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR  // where there are vectors at all; else what fills none is all there is

using Bytes = hn::ScalableTag<std::uint8_t>;
using HalfBytes = hn::Half<Bytes>;
using Shorts = hn::RepartitionToWide<Bytes>;
using SignedShorts = hn::RebindToSigned<Shorts>;
using Words = hn::RepartitionToWide<SignedShorts>;
using BytesVector = hn::Vec<Bytes>;
using ShortsVector = hn::Vec<Shorts>;

HWY_INLINE ShortsVector lower(BytesVector bytes) { return hn::PromoteTo(Shorts(), hn::LowerHalf(HalfBytes(), bytes)); }
HWY_INLINE ShortsVector upper(BytesVector bytes) { return hn::PromoteTo(Shorts(), hn::UpperHalf(HalfBytes(), bytes)); }
// Of values up to 255.
HWY_INLINE BytesVector narrow(ShortsVector low, ShortsVector high) {
  const auto half = [](ShortsVector shorts)
                        HWY_ATTR { return hn::DemoteTo(HalfBytes(), hn::BitCast(SignedShorts(), shorts)); };
  return hn::Combine(Bytes(), half(high), half(low));
}

#endif

void map_plainly(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = levels[from[i]];
}

#if HWY_TARGET == HWY_AVX3_DL

HWY_INLINE BytesVector looked_up(BytesVector low, BytesVector high, BytesVector places) {
  return BytesVector{_mm512_permutex2var_epi8(low.raw, places.raw, high.raw)};
}

void map_all(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to) {
  const Bytes bytes;
  const auto a = hn::LoadU(bytes, levels.data());
  const auto b = hn::LoadU(bytes, levels.data() + 64);
  const auto c = hn::LoadU(bytes, levels.data() + 128);
  const auto d = hn::LoadU(bytes, levels.data() + 192);
  const auto darkest_bright = hn::Set(bytes, std::uint8_t{128});
  std::size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    const auto level = hn::LoadU(bytes, from + i);
    const auto is_dark = hn::Lt(level, darkest_bright);
    hn::StoreU(hn::IfThenElse(is_dark, looked_up(a, b, level), looked_up(c, d, level)), bytes, to + i);
  }
  map_plainly(from + i, count - i, levels, to + i);
}

#elif HWY_TARGET == HWY_AVX3  // tables of 64 pairs of bytes

HWY_INLINE __m512i pairs_at(const __m512i* tables, __m512i places) {
  const __m512i dark = _mm512_permutex2var_epi16(tables[0], places, tables[1]);
  const __m512i bright = _mm512_permutex2var_epi16(tables[2], places, tables[3]);
  return _mm512_mask_blend_epi16(_mm512_test_epi16_mask(places, _mm512_set1_epi16(64)), dark, bright);
}

void map_all(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to) {
  __m512i tables[4];
  for (int k = 0; k < 4; ++k) tables[k] = _mm512_loadu_si512(levels.data() + 64 * k);
  const __m512i low_bytes = _mm512_set1_epi16(0xFF);
  const __m512i one = _mm512_set1_epi16(1);
  std::size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    const __m512i all = _mm512_loadu_si512(from + i);
    const __m512i even = _mm512_and_si512(all, low_bytes);
    const __m512i odd = _mm512_srli_epi16(all, 8);
    // A level's last bit says which byte of its pair is meant; that one goes to where the level was.
    const __m512i even_pairs = pairs_at(tables, _mm512_srli_epi16(even, 1));
    const __m512i odd_pairs = pairs_at(tables, _mm512_srli_epi16(odd, 1));
    const __m512i down = _mm512_slli_epi16(_mm512_and_si512(even, one), 3);
    const __m512i up = _mm512_slli_epi16(_mm512_andnot_si512(odd, one), 3);
    const __m512i of_even = _mm512_and_si512(_mm512_srlv_epi16(even_pairs, down), low_bytes);
    const __m512i of_odd = _mm512_andnot_si512(low_bytes, _mm512_sllv_epi16(odd_pairs, up));
    _mm512_storeu_si512(to + i, _mm512_or_si512(of_even, of_odd));
  }
  map_plainly(from + i, count - i, levels, to + i);
}

#elif HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128  // tables of 16 bytes

void map_all(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to) {
  const Bytes bytes;
  constexpr int kTables = 16;
  BytesVector tables[kTables];
  for (int k = 0; k < kTables; ++k) tables[k] = hn::LoadDup128(bytes, levels.data() + 16 * k);
  const auto beyond = hn::Set(bytes, std::uint8_t{0x70});
  const auto sixteen = hn::Set(bytes, std::uint8_t{16});
  const std::size_t step = hn::Lanes(bytes);
  std::size_t i = 0;
  for (; i + step <= count; i += step) {
    // A level of table k is 0 .. 15 by then; any other has its highest bit set, which looks up nothing.
    auto level = hn::LoadU(bytes, from + i);
    auto out = hn::Zero(bytes);
    for (int k = 0; k < kTables; ++k) {
      out = hn::Or(out, hn::TableLookupBytesOr0(tables[k], hn::SaturatedAdd(level, beyond)));
      level = hn::Sub(level, sixteen);
    }
    hn::StoreU(out, bytes, to + i);
  }
  map_plainly(from + i, count - i, levels, to + i);
}

#else

void map_all(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to) {
  map_plainly(from, count, levels, to);
}

#endif

void map_all_bits(const std::uint8_t* from, std::size_t count, const Bits& bits, std::uint8_t* to) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Bytes bytes;
  const auto kept = hn::Set(bytes, bits.kept);
  const auto flipped = hn::Set(bytes, bits.flipped);
  const auto first = hn::Set(bytes, bits.from);
  const std::size_t step = hn::Lanes(bytes);
  for (; i + step <= count; i += step) {
    const auto level = hn::LoadU(bytes, from + i);
    const auto flips = hn::IfThenElseZero(hn::Eq(hn::Max(level, first), level), flipped);
    hn::StoreU(hn::Xor(hn::And(level, kept), flips), bytes, to + i);
  }
#endif
  for (; i < count; ++i) to[i] = bits.of(from[i]);
}

// Channel by channel in between: runs of pixels are taken apart, looked up and put together.
void map_channels(const std::uint8_t* from, std::size_t pixels, const Levels* levels, std::uint8_t* to) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Bytes bytes;
  constexpr std::size_t kRun = 1024;
  HWY_ALIGN std::uint8_t plane[3][kRun];
  const std::size_t step = hn::Lanes(bytes);
  while (i + step <= pixels) {
    const std::size_t run = std::min(kRun, (pixels - i) / step * step);
    for (std::size_t x = 0; x < run; x += step) {
      BytesVector r;
      BytesVector g;
      BytesVector b;
      hn::LoadInterleaved3(bytes, from + 3 * (i + x), r, g, b);
      hn::Store(r, bytes, plane[0] + x);
      hn::Store(g, bytes, plane[1] + x);
      hn::Store(b, bytes, plane[2] + x);
    }
    for (std::size_t c = 0; c < 3; ++c) map_all(plane[c], run, levels[c], plane[c]);
    for (std::size_t x = 0; x < run; x += step)
      hn::StoreInterleaved3(hn::Load(bytes, plane[0] + x), hn::Load(bytes, plane[1] + x), hn::Load(bytes, plane[2] + x),
                            bytes, to + 3 * (i + x));
    i += run;
  }
#endif
  for (i *= 3; i < 3 * pixels; ++i) to[i] = levels[i % 3][from[i]];
}

void sum_channels(const std::uint8_t* from, std::size_t pixels, std::uint64_t* sums) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Bytes bytes;
  const hn::Repartition<std::uint64_t, Bytes> longs;
  auto red = hn::Zero(longs);
  auto green = hn::Zero(longs);
  auto blue = hn::Zero(longs);
  const std::size_t step = hn::Lanes(bytes);
  for (; i + step <= pixels; i += step) {
    BytesVector r;
    BytesVector g;
    BytesVector b;
    hn::LoadInterleaved3(bytes, from + 3 * i, r, g, b);
    red = hn::Add(red, hn::SumsOf8(r));
    green = hn::Add(green, hn::SumsOf8(g));
    blue = hn::Add(blue, hn::SumsOf8(b));
  }
  sums[0] += hn::GetLane(hn::SumOfLanes(longs, red));
  sums[1] += hn::GetLane(hn::SumOfLanes(longs, green));
  sums[2] += hn::GetLane(hn::SumOfLanes(longs, blue));
#endif
  for (i *= 3; i < 3 * pixels; ++i) sums[i % 3] += from[i];
}

HWY_INLINE void widen(LevelRange& range, std::uint8_t level) {
  range.low = std::min(range.low, level);
  range.high = std::max(range.high, level);
}

void range_channels(const std::uint8_t* from, std::size_t pixels, LevelRange* ranges) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Bytes bytes;
  const auto most = hn::Set(bytes, std::uint8_t{255});
  BytesVector low[] = {most, most, most};
  BytesVector high[] = {hn::Zero(bytes), hn::Zero(bytes), hn::Zero(bytes)};
  const std::size_t step = hn::Lanes(bytes);
  for (; i + step <= pixels; i += step) {
    BytesVector found[3];
    hn::LoadInterleaved3(bytes, from + 3 * i, found[0], found[1], found[2]);
    for (std::size_t c = 0; c < 3; ++c) {
      low[c] = hn::Min(low[c], found[c]);
      high[c] = hn::Max(high[c], found[c]);
    }
  }
  if (i > 0) {
    HWY_ALIGN std::uint8_t lanes[2][HWY_MAX_BYTES];
    for (std::size_t c = 0; c < 3; ++c) {
      hn::Store(low[c], bytes, lanes[0]);
      hn::Store(high[c], bytes, lanes[1]);
      for (std::size_t lane = 0; lane < step; ++lane) {
        widen(ranges[c], lanes[0][lane]);
        widen(ranges[c], lanes[1][lane]);
      }
    }
  }
#endif
  for (i *= 3; i < 3 * pixels; ++i) widen(ranges[i % 3], from[i]);
}

// Five pixels at a time, with a byte before them that the next five overwrite.
void mirror_channels(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::FixedTag<std::uint8_t, 16> bytes;
  alignas(16) static constexpr std::uint8_t kBackwards[16] = {0, 12, 13, 14, 9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2};
  const auto backwards = hn::Load(bytes, kBackwards);
  for (; i + 6 <= pixels; i += 5)
    hn::StoreU(hn::TableLookupBytes(hn::LoadU(bytes, from + 3 * i), backwards), bytes, to + 3 * (pixels - i) - 16);
#endif
  for (; i < pixels; ++i) std::memcpy(to + 3 * (pixels - 1 - i), from + 3 * i, 3);
}

#if HWY_TARGET != HWY_SCALAR

// a[0] b[0] + a[1] b[1], and so on.
HWY_INLINE hn::Vec<Words> add_products(hn::Vec<SignedShorts> a, hn::Vec<SignedShorts> b, hn::Vec<Words> sum) {
  const Words words;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  auto unused = hn::Zero(words);
  return hn::ReorderWidenMulAccumulate(words, a, b, sum, unused);
#else
  const auto even = [&](auto v) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(hn::BitCast(words, v))); };
  const auto odd = [&](auto v) { return hn::ShiftRight<16>(hn::BitCast(words, v)); };
  return hn::Add(sum, hn::Add(hn::Mul(even(a), even(b)), hn::Mul(odd(a), odd(b))));
#endif
}

// Green in two halves: its weight would not fit a short.
HWY_INLINE ShortsVector grey(ShortsVector red, ShortsVector green, ShortsVector blue) {
  const SignedShorts shorts;
  const Words words;
  const auto pair = [&](int first, int second)
                        HWY_ATTR { return hn::BitCast(shorts, hn::Set(words, first | second << 16)); };
  const auto with_red = pair(kGreyWeights[0], kGreyWeights[1] / 2);
  const auto with_blue = pair(kGreyWeights[2], kGreyWeights[1] / 2);
  const auto r = hn::BitCast(shorts, red);
  const auto g = hn::BitCast(shorts, green);
  const auto b = hn::BitCast(shorts, blue);
  const auto weighted = [&](auto red_green, auto blue_green) HWY_ATTR {
    const auto half = hn::Set(words, 1 << (kGreyBits - 1));
    return hn::ShiftRight<kGreyBits>(add_products(blue_green, with_blue, add_products(red_green, with_red, half)));
  };
  // Interleaving takes the halves of each 128 bits apart, and packing puts them together again.
  return hn::BitCast(
      Shorts(),
      hn::ReorderDemote2To(shorts, weighted(hn::InterleaveLower(shorts, r, g), hn::InterleaveLower(shorts, b, g)),
                           weighted(hn::InterleaveUpper(shorts, r, g), hn::InterleaveUpper(shorts, b, g))));
}

#endif

void grey_channels(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Bytes bytes;
  const std::size_t step = hn::Lanes(bytes);
  for (; i + step <= pixels; i += step) {
    BytesVector r;
    BytesVector g;
    BytesVector b;
    hn::LoadInterleaved3(bytes, from + 3 * i, r, g, b);
    const auto all = narrow(grey(lower(r), lower(g), lower(b)), grey(upper(r), upper(g), upper(b)));
    hn::StoreInterleaved3(all, all, all, bytes, to + 3 * i);
  }
#endif
  for (; i < pixels; ++i) std::memset(to + 3 * i, grey_of(from[3 * i], from[3 * i + 1], from[3 * i + 2]), 3);
}

// Four by four pixels at a time: four bytes each, exchanged in registers, and three bytes each again. What is read and
// written behind the last of four pixels is the next one's, and is written again.
void transpose_pixels(const PixelGrid& from, std::size_t rows, std::size_t columns, const PixelTarget& to) {
  std::size_t x = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::FixedTag<std::uint8_t, 16> bytes;
  const hn::FixedTag<std::uint32_t, 4> pixels;
  const hn::FixedTag<std::uint64_t, 2> pairs;
  constexpr std::size_t kWritten = 6;  // pixels that sixteen bytes touch
  alignas(16) static constexpr std::uint8_t kApart[16] = {0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11};
  alignas(16) static constexpr std::uint8_t kTogether[16] = {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 14, 14, 14, 14};
  const auto apart = hn::Load(bytes, kApart);
  const auto together = hn::Load(bytes, kTogether);
  const auto row = [&](std::size_t y) HWY_ATTR {
    return hn::BitCast(pixels, hn::TableLookupBytes(hn::LoadU(bytes, from.at + y * from.stride + 3 * x), apart));
  };
  for (; x + 4 <= columns; x += 4) {
    std::size_t y = 0;
    for (; y + kWritten <= rows; y += 4) {
      const auto a = row(y);
      const auto b = row(y + 1);
      const auto c = row(y + 2);
      const auto d = row(y + 3);
      const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(pixels, a, b));
      const auto cd_low = hn::BitCast(pairs, hn::InterleaveLower(pixels, c, d));
      const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(pixels, a, b));
      const auto cd_high = hn::BitCast(pairs, hn::InterleaveUpper(pixels, c, d));
      const auto store = [&](auto four, std::size_t column) HWY_ATTR {
        hn::StoreU(hn::TableLookupBytes(hn::BitCast(bytes, four), together), bytes,
                   to.at + (x + column) * to.stride + 3 * y);
      };
      store(hn::InterleaveLower(pairs, ab_low, cd_low), 0);
      store(hn::InterleaveUpper(pairs, ab_low, cd_low), 1);
      store(hn::InterleaveLower(pairs, ab_high, cd_high), 2);
      store(hn::InterleaveUpper(pairs, ab_high, cd_high), 3);
    }
    for (; y < rows; ++y)
      for (std::size_t column = x; column < x + 4; ++column)
        std::memcpy(to.at + column * to.stride + 3 * y, from.at + y * from.stride + 3 * column, 3);
  }
#endif
  for (; x < columns; ++x)
    for (std::size_t y = 0; y < rows; ++y)
      std::memcpy(to.at + x * to.stride + 3 * y, from.at + y * from.stride + 3 * x, 3);
}

void mix_all(const std::uint8_t* a, const std::uint8_t* b, std::size_t count, int share, std::uint8_t* to) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const Bytes bytes;
  const Shorts shorts;
  const auto of_a = hn::Set(shorts, static_cast<std::uint16_t>(share));
  const auto of_b = hn::Set(shorts, static_cast<std::uint16_t>(256 - share));
  const auto half = hn::Set(shorts, std::uint16_t{128});
  const auto mixed = [&](ShortsVector x, ShortsVector y) HWY_ATTR {
    return hn::ShiftRight<8>(hn::Add(hn::Add(hn::Mul(x, of_a), hn::Mul(y, of_b)), half));
  };
  const std::size_t step = hn::Lanes(bytes);
  for (; i + step <= count; i += step) {
    const auto x = hn::LoadU(bytes, a + i);
    const auto y = hn::LoadU(bytes, b + i);
    hn::StoreU(narrow(mixed(lower(x), lower(y)), mixed(upper(x), upper(y))), bytes, to + i);
  }
#endif
  for (; i < count; ++i) to[i] = static_cast<std::uint8_t>((a[i] * share + b[i] * (256 - share) + 128) >> 8);
}

using Floats = hn::ScalableTag<float>;
using FloatWords = hn::RebindToSigned<Floats>;
using FewBytes = hn::Rebind<std::uint8_t, Floats>;

void interleave_planes(const float* planes, std::size_t plane, std::size_t pixels, std::uint8_t* to) {
  std::size_t i = 0;
  const Floats floats;
  const FewBytes few;
  const auto levels = [&](const float* at)
                          HWY_ATTR { return hn::DemoteTo(few, hn::ConvertTo(FloatWords(), hn::LoadU(floats, at))); };
  const std::size_t step = hn::Lanes(floats);
  for (; i + step <= pixels; i += step)
    hn::StoreInterleaved3(levels(planes + i), levels(planes + plane + i), levels(planes + 2 * plane + i), few,
                          to + 3 * i);
  for (; i < pixels; ++i)
    for (std::size_t c = 0; c < 3; ++c) to[3 * i + c] = static_cast<std::uint8_t>(planes[c * plane + i]);
}

// Factors of one turn after the other: after as many vectors as there are channels they are the same again.
void scale_all(const std::uint8_t* from, std::size_t count, const Scale& scale, float* to) {
  const Floats floats;
  const FewBytes few;
  const std::size_t step = hn::Lanes(floats);
  HWY_ALIGN float factors[kMostChannels * HWY_MAX_BYTES / sizeof(float)];
  HWY_ALIGN float offsets[kMostChannels * HWY_MAX_BYTES / sizeof(float)];
  const std::size_t turn = step * scale.channels;
  for (std::size_t i = 0; i < turn; ++i) {
    factors[i] = scale.factor[i % scale.channels];
    offsets[i] = scale.offset[i % scale.channels];
  }
  std::size_t i = 0;
  for (; i + turn <= count; i += turn)
    for (std::size_t k = 0; k < turn; k += step) {
      const auto level = hn::ConvertTo(floats, hn::PromoteTo(FloatWords(), hn::LoadU(few, from + i + k)));
      // Not fused where the CPU could: every CPU shall give the same bits.
      hn::StoreU(hn::Add(hn::Mul(level, hn::Load(floats, factors + k)), hn::Load(floats, offsets + k)), floats,
                 to + i + k);
    }
  for (; i < count; ++i)
    to[i] = static_cast<float>(from[i]) * scale.factor[i % scale.channels] + scale.offset[i % scale.channels];
}

}  // namespace
}  // namespace feedrate::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace feedrate::native {

HWY_EXPORT(map_all);
HWY_EXPORT(map_all_bits);
HWY_EXPORT(map_channels);
HWY_EXPORT(sum_channels);
HWY_EXPORT(range_channels);
HWY_EXPORT(mirror_channels);
HWY_EXPORT(grey_channels);
HWY_EXPORT(transpose_pixels);
HWY_EXPORT(mix_all);
HWY_EXPORT(interleave_planes);
HWY_EXPORT(scale_all);

void map_bytes(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(map_all)(from, count, levels, to);
}

void map_bits(const std::uint8_t* from, std::size_t count, const Bits& bits, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(map_all_bits)(from, count, bits, to);
}

void map_three(const std::uint8_t* from, std::size_t pixels, const Levels* levels, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(map_channels)(from, pixels, levels, to);
}

void sum_three(const std::uint8_t* from, std::size_t pixels, std::uint64_t* sums) {
  HWY_DYNAMIC_DISPATCH(sum_channels)(from, pixels, sums);
}

void range_three(const std::uint8_t* from, std::size_t pixels, LevelRange* ranges) {
  HWY_DYNAMIC_DISPATCH(range_channels)(from, pixels, ranges);
}

void mirror_three(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(mirror_channels)(from, pixels, to);
}

void grey_three(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(grey_channels)(from, pixels, to);
}

void transpose_three(const PixelGrid& from, std::size_t rows, std::size_t columns, const PixelTarget& to) {
  HWY_DYNAMIC_DISPATCH(transpose_pixels)(from, rows, columns, to);
}

void mix_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t count, int share, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(mix_all)(a, b, count, share, to);
}

void interleave_three(const float* planes, std::size_t plane, std::size_t pixels, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(interleave_planes)(planes, plane, pixels, to);
}

void scale_bytes(const std::uint8_t* from, std::size_t count, const Scale& scale, float* to) {
  FEEDRATE_CHECK(scale.channels > 0 && scale.channels <= kMostChannels);
  HWY_DYNAMIC_DISPATCH(scale_all)(from, count, scale, to);
}

}  // namespace feedrate::native
#endif
