#include "feedrate/native/transform/placed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "feedrate/native/transform/every_target.h"
#include "feedrate/native/transform/mirror.h"
#include "feedrate/native/transform/mixup.h"
#include "feedrate/native/transform/normalise.h"
#include "feedrate/native/transform/transpose.h"

namespace feedrate::native {
namespace {

using example::kShapes;
using example::noise;
using example::on_every_target;
using example::values_of;

int at(const Array& array, int y, int x, int c) { return array.view().row(y)[x * array.shape().channels + c]; }

// Every value of `to` is what `expected(y, x, c)` says.
template <class Expected>
void expect_each(const Array& to, const ArrayShape& shape, Expected&& expected, const std::string& what = "") {
  ASSERT_EQ(to.shape(), shape) << what;
  for (int y = 0; y < shape.height; ++y)
    for (int x = 0; x < shape.width; ++x)
      for (int c = 0; c < shape.channels; ++c)
        ASSERT_EQ(at(to, y, x, c), expected(y, x, c)) << what << " at " << y << ", " << x << ", " << c;
}

TEST(Placed, MirrorOnEveryTarget) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      Array to;
      mirror(from.view(), to);
      expect_each(
          to, shape, [&](int y, int x, int c) { return at(from, y, shape.width - 1 - x, c); }, target);
    }
  });
}

TEST(Placed, FlipsAndTransposeOfAnyNumberOfChannels) {
  for (const int channels : {1, 3, 9}) {
    for (const auto& [height, width] : {std::pair{1, 1}, {37, 70}, {64, 33}}) {
      const ArrayShape shape{height, width, channels};
      const Array from = noise(shape);
      Array to;
      mirror(from.view(), to);
      expect_each(to, shape, [&](int y, int x, int c) { return at(from, y, shape.width - 1 - x, c); });
      vertical_flip(from.view(), to);
      expect_each(to, shape, [&](int y, int x, int c) { return at(from, shape.height - 1 - y, x, c); });
      half_turn(from.view(), to);
      expect_each(to, shape,
                  [&](int y, int x, int c) { return at(from, shape.height - 1 - y, shape.width - 1 - x, c); });
      transpose(from.view(), to);
      expect_each(to, {shape.width, shape.height, channels}, [&](int y, int x, int c) { return at(from, x, y, c); });
    }
  }
}

TEST(Placed, TheMiddle) {
  const Array from = noise({11, 20, 3});
  Array to;
  center_crop(from.view(), 5, 8, to);
  expect_each(to, {5, 8, 3}, [&](int y, int x, int c) { return at(from, 3 + y, 6 + x, c); });
  center_crop(from.view(), 50, 8, to);
  EXPECT_EQ(to.shape(), (ArrayShape{11, 8, 3})) << "no more than there is";
}

TEST(Placed, ABorder) {
  const Array from = noise({4, 6, 3});
  Array to;
  pad(from.view(), 2, 9, to);
  expect_each(to, {8, 10, 3}, [&](int y, int x, int c) {
    const bool is_inside = y >= 2 && y < 6 && x >= 2 && x < 8;
    return is_inside ? at(from, y - 2, x - 2, c) : 9;
  });
}

TEST(Placed, APartOverwritten) {
  const Array from = noise({8, 12, 3});
  const Array other = noise({8, 12, 3}, 2);
  const Box box = box_of({0.25, 0.5, 0.5, 0.25}, from.shape());
  EXPECT_EQ(box, (Box{6, 2, 3, 4}));
  const auto is_inside = [](int y, int x) { return y >= 2 && y < 6 && x >= 6 && x < 9; };
  Array to;
  erase(from.view(), box, 5, to);
  expect_each(to, from.shape(), [&](int y, int x, int c) { return is_inside(y, x) ? 5 : at(from, y, x, c); });
  cutmix(from.view(), other.view(), box, to);
  expect_each(to, from.shape(), [&](int y, int x, int c) { return at(is_inside(y, x) ? other : from, y, x, c); });
}

TEST(Placed, ABoxIsNeverEmptyNorOutside) {
  EXPECT_EQ(box_of({1, 1, 0, 0}, {10, 20, 3}), (Box{19, 9, 1, 1}));
  EXPECT_EQ(box_of({0.5, 0.5, 1, 1}, {10, 20, 3}), (Box{10, 5, 10, 5}));
}

TEST(Placed, MixedOnEveryTarget) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array a = noise(shape);
      const Array b = noise(shape, 2);
      for (const double share : {0.0, 0.3, 1.0}) {
        Array to;
        mixup(a.view(), b.view(), share, to);
        const auto of_a = static_cast<int>(std::lround(256 * share));
        expect_each(
            to, shape,
            [&](int y, int x, int c) { return (at(a, y, x, c) * of_a + at(b, y, x, c) * (256 - of_a) + 128) / 256; },
            target);
      }
    }
  });
}

TEST(Placed, NormalisedOnEveryTarget) {
  const Linear linear = linear_of({});
  on_every_target([&](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      std::vector<float> to;
      normalise(from.view(), linear, to);
      const auto values = values_of(from);
      ASSERT_EQ(to.size(), values.size());
      for (std::size_t i = 0; i < to.size(); ++i) {
        const Normalise usual;
        ASSERT_NEAR(to[i], (values[i] / 255.0 - usual.mean[i % 3]) / usual.deviation[i % 3], 1e-5)
            << target << " at " << i;
      }
    }
  });
}

}  // namespace
}  // namespace feedrate::native
