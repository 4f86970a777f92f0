#include "feedrate/native/transform/levels.h"

#include <gtest/gtest.h>

#include "feedrate/native/transform/autocontrast.h"
#include "feedrate/native/transform/brightness.h"
#include "feedrate/native/transform/contrast.h"
#include "feedrate/native/transform/equalize.h"
#include "feedrate/native/transform/every_target.h"
#include "feedrate/native/transform/gamma.h"
#include "feedrate/native/transform/grayscale.h"
#include "feedrate/native/transform/invert.h"
#include "feedrate/native/transform/posterize.h"
#include "feedrate/native/transform/solarize.h"

namespace feedrate::native {
namespace {

using example::kShapes;
using example::noise;
using example::on_every_target;
using example::values_of;

// The definition itself.
std::vector<int> looked_up(const Array& from, const std::vector<Levels>& levels) {
  std::vector<int> out = values_of(from);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = levels[i % levels.size()][static_cast<std::size_t>(out[i])];
  return out;
}

TEST(Levels, OneTableForAllChannels) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      Array to;
      map_levels(from.view(), gamma(1.7), to);
      EXPECT_EQ(values_of(to), looked_up(from, {gamma(1.7)})) << target << ", width " << shape.width;
    }
  });
}

TEST(Levels, ATableAChannel) {
  const std::vector<Levels> levels = {gamma(1.7), brightness(1.5), gamma(0.4)};
  on_every_target([&](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      Array to;
      map_levels(from.view(), levels, to);
      EXPECT_EQ(values_of(to), looked_up(from, levels)) << target << ", width " << shape.width;
    }
  });
}

TEST(Levels, Bits) {
  for (const Bits& bits : {invert(), posterize(3), solarize(77), Bits()}) {
    Levels table;
    for (std::size_t level = 0; level < table.size(); ++level) table[level] = bits.of(static_cast<std::uint8_t>(level));
    on_every_target([&](const std::string& target) {
      for (const auto& shape : kShapes) {
        const Array from = noise(shape);
        Array to;
        map_levels(from.view(), bits, to);
        EXPECT_EQ(values_of(to), looked_up(from, {table})) << target << ", width " << shape.width;
      }
    });
  }
}

TEST(Levels, AnyNumberOfChannels) {
  std::vector<Levels> levels;
  for (int c = 0; c < 9; ++c) levels.push_back(brightness(0.1 * c));
  const Array from = noise({4, 7, 9});
  Array to;
  map_levels(from.view(), levels, to);
  EXPECT_EQ(values_of(to), looked_up(from, levels));
}

TEST(Levels, Tables) {
  EXPECT_EQ(brightness(1.5)[100], 150);
  EXPECT_EQ(brightness(1.5)[101], 151) << "fractions are dropped";
  EXPECT_EQ(brightness(1.5)[200], 255);
  EXPECT_EQ(contrast(2, 100)[100], 100);
  EXPECT_EQ(contrast(2, 100)[110], 120);
  EXPECT_EQ(contrast(2, 100)[20], 0);
  EXPECT_EQ(invert().of(3), 252);
  EXPECT_EQ(solarize(128).of(127), 127);
  EXPECT_EQ(solarize(128).of(128), 127);
  EXPECT_EQ(solarize(256).of(255), 255) << "no level is that high";
  EXPECT_EQ(posterize(4).of(0xAB), 0xA0);
  EXPECT_EQ(gamma(2)[255], 255);
  EXPECT_EQ(gamma(2)[128], 64);
}

TEST(Levels, MeanGrey) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      const auto values = values_of(from);
      double sum = 0;
      for (std::size_t i = 0; i < values.size(); i += 3)
        sum += 0.299 * values[i] + 0.587 * values[i + 1] + 0.114 * values[i + 2];
      EXPECT_NEAR(mean_grey(from.view()), 3 * sum / static_cast<double>(values.size()), 0.01)
          << target << ", width " << shape.width;
    }
  });
  Array flat;
  flat.reshape({2, 2, 5});
  std::fill_n(flat.values(), 20, std::uint8_t{7});
  EXPECT_EQ(mean_grey(flat.view()), 7);
}

TEST(Levels, AutocontrastStretches) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      Array from = noise(shape);
      for (std::size_t i = 0; i < shape.bytes(); ++i)
        from.values()[i] = static_cast<std::uint8_t>(30 + from.values()[i] / 4 + i % 3);
      std::vector<LevelRange> expected(3);
      for (std::size_t i = 0; i < shape.bytes(); ++i) {
        expected[i % 3].low = std::min(expected[i % 3].low, from.values()[i]);
        expected[i % 3].high = std::max(expected[i % 3].high, from.values()[i]);
      }
      const auto found = level_ranges(from.view());
      for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(found[c].low, expected[c].low) << target << ", width " << shape.width;
        EXPECT_EQ(found[c].high, expected[c].high) << target << ", width " << shape.width;
      }
    }
  });
  EXPECT_EQ(autocontrast({50, 100})[50], 0);
  EXPECT_EQ(autocontrast({50, 100})[100], 255);
  EXPECT_EQ(autocontrast({50, 100})[75], 127);
  EXPECT_EQ(autocontrast({9, 9})[9], 9) << "one level only: nothing to stretch";
}

TEST(Levels, HistogramsCountEveryValue) {
  for (const int channels : {1, 3, 9}) {
    const Array from = noise({13, 31, channels});
    std::vector<Histogram> expected(static_cast<std::size_t>(channels));
    const auto values = values_of(from);
    for (std::size_t i = 0; i < values.size(); ++i)
      ++expected[i % expected.size()][static_cast<std::size_t>(values[i])];
    EXPECT_EQ(histograms(from.view()), expected) << channels;
  }
}

TEST(Levels, EqualizeMakesLevelsEquallyOften) {
  Histogram dark{};
  for (std::size_t level = 0; level < 64; ++level) dark[level] = 1000;
  const Levels levels = equalize(dark);
  EXPECT_LE(levels[0], 2);
  EXPECT_NEAR(levels[31], 127, 4);
  EXPECT_GE(levels[63], 253);
  Histogram one{};
  one[17] = 5;
  EXPECT_EQ(equalize(one)[17], 17) << "one level only: nothing to spread";
}

TEST(Levels, GreyIsTheSameInAllChannels) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      auto expected = values_of(from);
      for (std::size_t i = 0; i < expected.size(); i += 3)
        expected[i] = expected[i + 1] = expected[i + 2] = grey_of(expected[i], expected[i + 1], expected[i + 2]);
      Array to;
      grayscale(from.view(), to);
      EXPECT_EQ(values_of(to), expected) << target << ", width " << shape.width;
    }
  });
  EXPECT_EQ(grey_of(255, 255, 255), 255);
  EXPECT_EQ(grey_of(255, 0, 0), 76);
}

}  // namespace
}  // namespace feedrate::native
