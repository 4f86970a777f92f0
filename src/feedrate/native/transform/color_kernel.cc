// Compiled once for every kind of vector instructions: foreach_target.h includes this file again and again.
#include "feedrate/native/transform/color_kernel.h"

#include <algorithm>

#include "feedrate/native/transform/grayscale.h"
#include "feedrate/native/transform/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "feedrate/native/transform/color_kernel.cc"
#include <hwy/foreach_target.h>
// After the above.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace feedrate::native::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Words = hn::RebindToSigned<Floats>;
using FewBytes = hn::Rebind<std::uint8_t, Floats>;
using FloatsVector = hn::Vec<Floats>;
using WordsVector = hn::Vec<Words>;

constexpr float kMostLevel = 255;

struct Pixels {
  FloatsVector red;
  FloatsVector green;
  FloatsVector blue;
};

HWY_INLINE FloatsVector set(float value) { return hn::Set(Floats(), value); }

HWY_INLINE FloatsVector grey_of_words(WordsVector red, WordsVector green, WordsVector blue) {
  const Words words;
  const auto sum =
      hn::Add(hn::Add(hn::Mul(red, hn::Set(words, kGreyWeights[0])), hn::Mul(green, hn::Set(words, kGreyWeights[1]))),
              hn::Add(hn::Mul(blue, hn::Set(words, kGreyWeights[2])), hn::Set(words, 1 << (kGreyBits - 1))));
  return hn::ConvertTo(Floats(), hn::ShiftRight<kGreyBits>(sum));
}

// A whole level: fractions dropped, as everywhere between two operations.
HWY_INLINE FloatsVector whole(FloatsVector value) {
  return hn::Floor(hn::Min(hn::Max(value, hn::Zero(Floats())), set(kMostLevel)));
}

HWY_INLINE Pixels saturated(const Pixels& from, FloatsVector grey, float factor) {
  const auto of_grey = hn::Mul(grey, set(1 - factor));
  const auto moved = [&](FloatsVector level) HWY_ATTR { return whole(hn::Add(hn::Mul(level, set(factor)), of_grey)); };
  return {moved(from.red), moved(from.green), moved(from.blue)};
}

// A hue is where a colour lies on the way round from red over green to blue, in sixths; a channel is brightest for two
// of them, darkest for two, and in between on the way.
HWY_INLINE Pixels turned(const Pixels& from, float sixths) {
  const Floats floats;
  const auto& [r, g, b] = from;
  const auto most = hn::Max(r, hn::Max(g, b));
  const auto spread = hn::Sub(most, hn::Min(r, hn::Min(g, b)));
  const auto is_grey = hn::Eq(spread, hn::Zero(floats));
  const auto by = hn::IfThenElse(is_grey, set(1), spread);
  const auto from_red = hn::Div(hn::Sub(g, b), by);
  const auto from_green = hn::Add(set(2), hn::Div(hn::Sub(b, r), by));
  const auto from_blue = hn::Add(set(4), hn::Div(hn::Sub(r, g), by));
  const auto hue = hn::IfThenElse(hn::Eq(most, r), from_red, hn::IfThenElse(hn::Eq(most, g), from_green, from_blue));
  const auto channel = [&](float place) HWY_ATTR {
    const auto way = hn::Add(hue, set(place + sixths));
    const auto around = hn::Sub(way, hn::Mul(set(6), hn::Floor(hn::Mul(way, set(1.0F / 6)))));
    const auto darker = hn::Min(hn::Max(hn::Min(around, hn::Sub(set(4), around)), hn::Zero(floats)), set(1));
    return whole(hn::Add(hn::Sub(most, hn::Mul(spread, darker)), set(0.5F)));
  };
  return {channel(5), channel(3), channel(1)};
}

HWY_INLINE void colour_vector(const std::uint8_t* from, const Colours& colours, std::uint8_t* to) {
  const FewBytes few;
  const Words words;
  hn::Vec<FewBytes> r;
  hn::Vec<FewBytes> g;
  hn::Vec<FewBytes> b;
  hn::LoadInterleaved3(few, from, r, g, b);
  const auto red = hn::PromoteTo(words, r);
  const auto green = hn::PromoteTo(words, g);
  const auto blue = hn::PromoteTo(words, b);
  const Floats floats;
  Pixels pixels{hn::ConvertTo(floats, red), hn::ConvertTo(floats, green), hn::ConvertTo(floats, blue)};
  if (colours.saturation != 1) pixels = saturated(pixels, grey_of_words(red, green, blue), colours.saturation);
  if (colours.hue != 0) pixels = turned(pixels, colours.hue);
  const auto bytes = [&](FloatsVector levels) HWY_ATTR { return hn::DemoteTo(few, hn::ConvertTo(words, levels)); };
  hn::StoreInterleaved3(bytes(pixels.red), bytes(pixels.green), bytes(pixels.blue), few, to);
}

void colour_all(const std::uint8_t* from, std::size_t pixels, const Colours& colours, std::uint8_t* to) {
  const std::size_t step = hn::Lanes(Floats());
  std::size_t i = 0;
  for (; i + step <= pixels; i += step) colour_vector(from + 3 * i, colours, to + 3 * i);
  if (i == pixels) return;
  // The few that fill no vector, in one that is filled up.
  std::uint8_t last[3 * HWY_MAX_BYTES] = {};
  std::copy(from + 3 * i, from + 3 * pixels, last);
  colour_vector(last, colours, last);
  std::copy(last, last + 3 * (pixels - i), to + 3 * i);
}

}  // namespace
}  // namespace feedrate::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace feedrate::native {

HWY_EXPORT(colour_all);

void colour_three(const std::uint8_t* from, std::size_t pixels, const Colours& colours, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(colour_all)(from, pixels, colours, to);
}

}  // namespace feedrate::native
#endif
