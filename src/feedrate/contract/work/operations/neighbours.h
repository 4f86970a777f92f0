// Operations that make a pixel of those around it.
#pragma once

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct GaussianBlur {
  int size = 5;
  double sigma = 1;
};
struct BoxBlur {
  int size = 5;
};
struct MedianBlur {
  int size = 5;
};
struct MotionBlur {
  int size = 9;
};
struct Sharpness {
  double factor = 1;
};
struct UnsharpMask {
  int size = 5;
  double sigma = 1;
  double amount = 1;
};
struct Erode {
  int size = 3;
};
struct Dilate {
  int size = 3;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::GaussianBlur> {
  static constexpr auto doc =
      "every pixel a weighted mean of its neighbours; mirrored at the border without repeating it";
  static constexpr auto table =
      std::tuple{field("size", &contract::GaussianBlur::size, "pixels across, an odd number", range(3, 31)),
                 field("sigma", &contract::GaussianBlur::sigma, "standard deviation, in pixels", range(0.1, 15))};
};
template <>
struct Fields<contract::BoxBlur> {
  static constexpr auto doc = "every pixel the mean of a square; mirrored at the border without repeating it";
  static constexpr auto table =
      std::tuple{field("size", &contract::BoxBlur::size, "pixels across, an odd number", range(3, 31))};
};
template <>
struct Fields<contract::MedianBlur> {
  static constexpr auto doc = "every pixel the median of a square; the border repeated";
  static constexpr auto table =
      std::tuple{field("size", &contract::MedianBlur::size, "pixels across, an odd number", range(3, 31))};
};
template <>
struct Fields<contract::MotionBlur> {
  static constexpr auto doc =
      "every pixel the mean of its neighbours in the row; mirrored at the border without repeating it";
  static constexpr auto table =
      std::tuple{field("size", &contract::MotionBlur::size, "pixels, an odd number", range(3, 99))};
};
template <>
struct Fields<contract::Sharpness> {
  static constexpr auto doc =
      "smooth + factor * (x - smooth), where smooth weighs a pixel 5 and its eight neighbours 1; the border stays";
  static constexpr auto table =
      std::tuple{field("factor", &contract::Sharpness::factor, "above 1 is sharper", range(0, 100))};
};
template <>
struct Fields<contract::UnsharpMask> {
  static constexpr auto doc = "x + amount * (x - its gaussian blur)";
  static constexpr auto table = std::tuple{
      field("size", &contract::UnsharpMask::size, "pixels across of the blur, an odd number", range(3, 31)),
      field("sigma", &contract::UnsharpMask::sigma, "standard deviation of the blur, in pixels", range(0.1, 15)),
      field("amount", &contract::UnsharpMask::amount, "how much of the difference is added", range(0, 100))};
};
template <>
struct Fields<contract::Erode> {
  static constexpr auto doc = "every pixel the least of a square";
  static constexpr auto table =
      std::tuple{field("size", &contract::Erode::size, "pixels across, an odd number", range(3, 31))};
};
template <>
struct Fields<contract::Dilate> {
  static constexpr auto doc = "every pixel the largest of a square";
  static constexpr auto table =
      std::tuple{field("size", &contract::Dilate::size, "pixels across, an odd number", range(3, 31))};
};

}  // namespace feedrate
