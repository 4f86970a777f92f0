// Compiled once for every kind of vector instructions: foreach_target.h includes this file again and again.
#include "feedrate/native/transform/affine_kernel.h"

#include <algorithm>

#include "feedrate/native/transform/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "feedrate/native/transform/affine_kernel.cc"
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

// Four bytes at each pixel, of which three are its channels; 0 where it is not in the picture.
class Pixels {
 public:
  explicit Pixels(ArrayView from)
      : values_(from.values),
        last_x_(hn::Set(Words(), from.shape.width - 1)),
        last_y_(hn::Set(Words(), from.shape.height - 1)),
        stride_(hn::Set(Words(), static_cast<std::int32_t>(from.shape.row_bytes()))) {}

  HWY_INLINE WordsVector operator()(WordsVector x, WordsVector y) const {
    const Words words;
    const auto zero = hn::Zero(words);
    const auto near_x = hn::Min(hn::Max(x, zero), last_x_);
    const auto near_y = hn::Min(hn::Max(y, zero), last_y_);
    const auto is_inside = hn::And(hn::Eq(x, near_x), hn::Eq(y, near_y));
    const auto place = hn::Add(hn::Mul(near_y, stride_), hn::Mul(near_x, hn::Set(words, 3)));
    return hn::IfThenElseZero(is_inside, gathered(place));
  }

 private:
  HWY_INLINE WordsVector gathered(WordsVector places) const {
    const Words words;
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128 || HWY_ARCH_ARM  // no such instruction
    HWY_ALIGN std::int32_t at[HWY_MAX_BYTES / 4];
    hn::Store(places, words, at);
    for (std::size_t lane = 0; lane < hn::Lanes(words); ++lane)
      std::copy_n(values_ + at[lane], 4, reinterpret_cast<std::uint8_t*>(at + lane));
    return hn::Load(words, at);
#else
    return hn::GatherOffset(words, reinterpret_cast<const std::int32_t*>(values_), places);
#endif
  }

  const std::uint8_t* values_;
  WordsVector last_x_;
  WordsVector last_y_;
  WordsVector stride_;
};

template <int Channel>
HWY_INLINE FloatsVector channel(WordsVector pixels) {
  const Words words;
  return hn::ConvertTo(Floats(), hn::And(hn::ShiftRight<8 * Channel>(pixels), hn::Set(words, 255)));
}

HWY_INLINE FloatsVector between(FloatsVector a, FloatsVector b, FloatsVector way) {
  return hn::Add(a, hn::Mul(hn::Sub(b, a), way));
}

HWY_INLINE void sample_vector(const Pixels& pixels, const SourceLine& line, int first, std::uint8_t* to) {
  const Floats floats;
  const Words words;
  const FewBytes few;
  const auto number = hn::Add(hn::Set(floats, static_cast<float>(first)), hn::Iota(floats, 0));
  const auto x = hn::Add(hn::Set(floats, line.x0), hn::Mul(number, hn::Set(floats, line.dx)));
  const auto y = hn::Add(hn::Set(floats, line.y0), hn::Mul(number, hn::Set(floats, line.dy)));
  const auto left = hn::Floor(x);
  const auto top = hn::Floor(y);
  const auto right_share = hn::Sub(x, left);
  const auto bottom_share = hn::Sub(y, top);
  const auto ix = hn::ConvertTo(words, left);
  const auto iy = hn::ConvertTo(words, top);
  const auto one = hn::Set(words, 1);
  const auto a = pixels(ix, iy);
  const auto b = pixels(hn::Add(ix, one), iy);
  const auto c = pixels(ix, hn::Add(iy, one));
  const auto d = pixels(hn::Add(ix, one), hn::Add(iy, one));
  const auto level = [&](FloatsVector e, FloatsVector f, FloatsVector g, FloatsVector h) HWY_ATTR {
    const auto found = between(between(e, f, right_share), between(g, h, right_share), bottom_share);
    return hn::DemoteTo(few, hn::ConvertTo(words, hn::Add(found, hn::Set(floats, 0.5F))));
  };
  hn::StoreInterleaved3(level(channel<0>(a), channel<0>(b), channel<0>(c), channel<0>(d)),
                        level(channel<1>(a), channel<1>(b), channel<1>(c), channel<1>(d)),
                        level(channel<2>(a), channel<2>(b), channel<2>(c), channel<2>(d)), few, to);
}

void sample_all(ArrayView from, const SourceLine& line, int count, std::uint8_t* to) {
  const Pixels pixels(from);
  const int step = static_cast<int>(hn::Lanes(Floats()));
  int i = 0;
  for (; i + step <= count; i += step) sample_vector(pixels, line, i, to + 3 * i);
  if (i == count) return;
  std::uint8_t last[3 * HWY_MAX_BYTES];
  sample_vector(pixels, line, i, last);
  for (int k = 0; k < 3 * (count - i); ++k) to[3 * i + k] = last[k];
}

}  // namespace
}  // namespace feedrate::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace feedrate::native {

HWY_EXPORT(sample_all);

void sample_line(ArrayView from, const SourceLine& line, int pixels, std::uint8_t* to) {
  HWY_DYNAMIC_DISPATCH(sample_all)(from, line, pixels, to);
}

}  // namespace feedrate::native
#endif
