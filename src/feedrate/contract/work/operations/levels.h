// Operations on each level of a channel by itself, or by how often levels are.
#pragma once

#include <vector>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct Normalize {
  std::vector<double> mean;  // one a channel
  std::vector<double> std;
};
struct ToFloat {};
struct Brightness {
  double factor = 1;
};
struct Contrast {
  double factor = 1;
};
struct Invert {};
struct Solarize {
  int threshold = 128;
};
struct Posterize {
  int bits = 4;
};
struct Equalize {};
struct Autocontrast {};
struct Gamma {
  double gamma = 1;
};
struct Clahe {
  double clip = 2;
  int tiles = 8;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::Normalize> {
  static constexpr auto doc = "(x / 255 - mean) / std, a channel";
  static constexpr auto table = std::tuple{
      field("mean", &contract::Normalize::mean, "mean of each channel, in 0..1", range(-10, 10).filled()),
      field("std", &contract::Normalize::std, "standard deviation of each channel, in 0..1", range(1e-6, 10).filled())};
};
template <>
struct Fields<contract::ToFloat> {
  static constexpr auto doc = "x / 255, as float32";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Brightness> {
  static constexpr auto doc = "factor * x";
  static constexpr auto table =
      std::tuple{field("factor", &contract::Brightness::factor, "above 1 is brighter", range(0, 100))};
};
template <>
struct Fields<contract::Contrast> {
  static constexpr auto doc = "mean + factor * (x - mean), the mean of the grey levels";
  static constexpr auto table =
      std::tuple{field("factor", &contract::Contrast::factor, "above 1 is stronger", range(0, 100))};
};
template <>
struct Fields<contract::Invert> {
  static constexpr auto doc = "255 - x";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Solarize> {
  static constexpr auto doc = "levels from a threshold on inverted";
  static constexpr auto table =
      std::tuple{field("threshold", &contract::Solarize::threshold, "the first level inverted", range(0, 256))};
};
template <>
struct Fields<contract::Posterize> {
  static constexpr auto doc = "only the highest bits of a level kept";
  static constexpr auto table = std::tuple{field("bits", &contract::Posterize::bits, "how many", range(1, 8))};
};
template <>
struct Fields<contract::Equalize> {
  static constexpr auto doc = "all levels of a channel about equally often";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Autocontrast> {
  static constexpr auto doc = "a channel's levels stretched to 0..255";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Gamma> {
  static constexpr auto doc = "255 * (x / 255) ** gamma";
  static constexpr auto table = std::tuple{field("gamma", &contract::Gamma::gamma, "the power", range(0.01, 100))};
};
template <>
struct Fields<contract::Clahe> {
  static constexpr auto doc = "the lightness of a colour picture equalized tile by tile, its histograms clipped";
  static constexpr auto table =
      std::tuple{field("clip", &contract::Clahe::clip, "most of a level, as a multiple of the mean", range(1, 100)),
                 field("tiles", &contract::Clahe::tiles, "in each direction", range(1, 64))};
};

}  // namespace feedrate
