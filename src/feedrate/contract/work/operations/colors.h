// Operations that mix the channels of a pixel.
#pragma once

#include <array>
#include <vector>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct ColorJitter {
  double brightness = 1;
  double contrast = 1;
  double saturation = 1;
  double hue = 0;  // turns
};
struct Saturation {
  double factor = 1;
};
struct Hue {
  double turn = 0;
};
struct Grayscale {};
struct Sepia {};
struct ShiftRgb {
  std::array<int, 3> by = {};
};
struct PermuteChannels {
  std::vector<int> order;
};
struct DropChannel {
  int channel = 0;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::ColorJitter> {
  static constexpr auto doc = "brightness, contrast, saturation and hue, one after the other";
  static constexpr auto table = std::tuple{
      field("brightness", &contract::ColorJitter::brightness, "factor", range(0, 100)),
      field("contrast", &contract::ColorJitter::contrast, "factor", range(0, 100)),
      field("saturation", &contract::ColorJitter::saturation, "factor: grey + factor * (x - grey)", range(0, 100)),
      field("hue", &contract::ColorJitter::hue, "by how much the hue turns, 1 is once around", range(-0.5, 0.5))};
};
template <>
struct Fields<contract::Saturation> {
  static constexpr auto doc = "grey + factor * (x - grey)";
  static constexpr auto table =
      std::tuple{field("factor", &contract::Saturation::factor, "above 1 is stronger", range(0, 100))};
};
template <>
struct Fields<contract::Hue> {
  static constexpr auto doc = "another hue, the same saturation and value";
  static constexpr auto table =
      std::tuple{field("turn", &contract::Hue::turn, "by how much the hue turns, 1 is once around", range(-0.5, 0.5))};
};
template <>
struct Fields<contract::Grayscale> {
  static constexpr auto doc = "0.299 red + 0.587 green + 0.114 blue, in every channel";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Sepia> {
  static constexpr auto doc = "a fixed matrix of the three colours: the tone of old photographs";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::ShiftRgb> {
  static constexpr auto doc = "x + a number for each colour";
  static constexpr auto table =
      std::tuple{field("by", &contract::ShiftRgb::by, "of red, green and blue", range(-255, 255))};
};
template <>
struct Fields<contract::PermuteChannels> {
  static constexpr auto doc = "channels in another order";
  static constexpr auto table = std::tuple{field("order", &contract::PermuteChannels::order,
                                                 "for each channel, the one it comes from", range(0, 65535).filled())};
};
template <>
struct Fields<contract::DropChannel> {
  static constexpr auto doc = "a channel set to 0";
  static constexpr auto table =
      std::tuple{field("channel", &contract::DropChannel::channel, "which, from 0", range(0, 65535))};
};

}  // namespace feedrate
