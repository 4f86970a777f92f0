// Operations that overwrite or mix pictures, and what storing one does to it.
#pragma once

#include <array>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct Erase {
  std::array<double, 4> box = {};  // top, left, height, width
  int value = 0;
};
struct Jpeg {
  int quality = 80;
};
struct Mixup {
  double share = 0.5;
};
struct Cutmix {
  std::array<double, 4> box = {};  // top, left, height, width
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::Erase> {
  static constexpr auto doc = "a part overwritten";
  static constexpr auto table = std::tuple{
      field("box", &contract::Erase::box, "top, left, height and width, as shares of the picture", range(0, 1)),
      field("value", &contract::Erase::value, "of every channel", range(0, 255))};
};
template <>
struct Fields<contract::Jpeg> {
  static constexpr auto doc = "to JPEG (4:2:0) and back";
  static constexpr auto table =
      std::tuple{field("quality", &contract::Jpeg::quality, "as libjpeg counts it", range(1, 100))};
};
template <>
struct Fields<contract::Mixup> {
  static constexpr auto doc = "weighted mean with a second picture: the same one, turned by 180 degrees";
  static constexpr auto table = std::tuple{field("share", &contract::Mixup::share, "of the first", range(0, 1))};
};
template <>
struct Fields<contract::Cutmix> {
  static constexpr auto doc = "a part overwritten by that of a second picture: the same one, turned by 180 degrees";
  static constexpr auto table = std::tuple{
      field("box", &contract::Cutmix::box, "top, left, height and width, as shares of the picture", range(0, 1))};
};

}  // namespace feedrate
