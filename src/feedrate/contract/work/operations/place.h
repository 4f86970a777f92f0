// Operations that put pixels elsewhere: parts, sizes, turns, and what lies between pixels.
#pragma once

#include <array>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

enum class Interpolation { kBilinear };

struct RandomResizedCrop {
  std::array<int, 2> size = {224, 224};  // height, width
  std::array<double, 2> scale = {0.08, 1.0};
  std::array<double, 2> ratio = {3.0 / 4, 4.0 / 3};
  Interpolation interpolation = Interpolation::kBilinear;
  bool antialias = true;
};
struct HorizontalFlip {
  double probability = 0.5;
};
struct CenterCrop {
  std::array<int, 2> size = {224, 224};
};
struct Crop {
  std::array<double, 4> box = {0, 0, 1, 1};  // top, left, height, width
};
struct CropResize {
  std::array<double, 4> box = {0, 0, 1, 1};  // top, left, height, width
  std::array<int, 2> size = {224, 224};
  bool antialias = true;
};
struct Resize {
  std::array<int, 2> size = {224, 224};
  Interpolation interpolation = Interpolation::kBilinear;
  bool antialias = true;
};
struct Downscale {
  int factor = 4;
};
struct VerticalFlip {};
struct Transpose {};
struct QuarterTurn {};
struct HalfTurn {};
struct Pad {
  int border = 16;
  int value = 0;
};
struct Rotate {
  double angle = 0;  // degrees, clockwise
};
struct Shear {
  double angle = 0;  // degrees, along x
};
struct Translate {
  std::array<double, 2> by = {};
};
struct Zoom {
  double scale = 1;
};
struct Affine {
  double angle = 0;  // degrees, clockwise
  double scale = 1;
  double shear = 0;  // degrees, along x
  std::array<double, 2> translate = {};
};
struct Perspective {
  std::array<double, 8> corners = {0, 0, 1, 0, 1, 1, 0, 1};
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::Interpolation> {
  static constexpr std::array<std::pair<contract::Interpolation, const char*>, 1> names = {
      {{contract::Interpolation::kBilinear, "bilinear"}}};
};
template <>
struct Fields<contract::RandomResizedCrop> {
  static constexpr auto doc = "a random region, resized";
  static constexpr auto table = std::tuple{
      field("size", &contract::RandomResizedCrop::size, "height and width of the result", range(1, 65536)),
      field("scale", &contract::RandomResizedCrop::scale, "share of the area, from and to", range(1e-6, 1)),
      field("ratio", &contract::RandomResizedCrop::ratio, "width over height, from and to", range(1e-3, 1e3)),
      field("interpolation", &contract::RandomResizedCrop::interpolation, "how pixels are weighted"),
      field("antialias", &contract::RandomResizedCrop::antialias, "widen the filter when shrinking"),
  };
};
template <>
struct Fields<contract::HorizontalFlip> {
  static constexpr auto doc = "left and right exchanged";
  static constexpr auto table =
      std::tuple{field("probability", &contract::HorizontalFlip::probability, "share of samples flipped", range(0, 1))};
};
template <>
struct Fields<contract::CenterCrop> {
  static constexpr auto doc = "the middle";
  static constexpr auto table =
      std::tuple{field("size", &contract::CenterCrop::size, "height and width of the result", range(1, 65536))};
};
template <>
struct Fields<contract::Crop> {
  static constexpr auto doc = "a part";
  static constexpr auto table = std::tuple{
      field("box", &contract::Crop::box, "top, left, height and width, as shares of the picture", range(0, 1))};
};
template <>
struct Fields<contract::CropResize> {
  static constexpr auto doc = "a part, in another size; bilinear";
  static constexpr auto table = std::tuple{
      field("box", &contract::CropResize::box, "top, left, height and width, as shares of the picture", range(0, 1)),
      field("size", &contract::CropResize::size, "height and width of the result", range(1, 65536)),
      field("antialias", &contract::CropResize::antialias, "widen the filter when shrinking")};
};
template <>
struct Fields<contract::Resize> {
  static constexpr auto doc = "the whole, in another size";
  static constexpr auto table =
      std::tuple{field("size", &contract::Resize::size, "height and width of the result", range(1, 65536)),
                 field("interpolation", &contract::Resize::interpolation, "how pixels are weighted"),
                 field("antialias", &contract::Resize::antialias, "widen the filter when shrinking")};
};
template <>
struct Fields<contract::Downscale> {
  static constexpr auto doc = "shrunk by means of areas, and enlarged again, bilinear";
  static constexpr auto table =
      std::tuple{field("factor", &contract::Downscale::factor, "how many times smaller in between", range(2, 64))};
};
template <>
struct Fields<contract::VerticalFlip> {
  static constexpr auto doc = "top and bottom exchanged";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Transpose> {
  static constexpr auto doc = "rows and columns exchanged";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::QuarterTurn> {
  static constexpr auto doc = "turned by 90 degrees, counterclockwise";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::HalfTurn> {
  static constexpr auto doc = "turned by 180 degrees";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Pad> {
  static constexpr auto doc = "a border of one value around it";
  static constexpr auto table =
      std::tuple{field("border", &contract::Pad::border, "pixels on each side", range(1, 65536)),
                 field("value", &contract::Pad::value, "of every channel", range(0, 255))};
};
template <>
struct Fields<contract::Rotate> {
  static constexpr auto doc = "turned about the middle; bilinear, black where nothing was";
  static constexpr auto table =
      std::tuple{field("angle", &contract::Rotate::angle, "degrees, clockwise", range(-180, 180))};
};
template <>
struct Fields<contract::Shear> {
  static constexpr auto doc = "sheared about the middle; bilinear, black where nothing was";
  static constexpr auto table = std::tuple{field("angle", &contract::Shear::angle, "degrees, along x", range(-80, 80))};
};
template <>
struct Fields<contract::Translate> {
  static constexpr auto doc = "moved; bilinear, black where nothing was";
  static constexpr auto table =
      std::tuple{field("by", &contract::Translate::by, "right and down, in pixels", range(-65536, 65536))};
};
template <>
struct Fields<contract::Zoom> {
  static constexpr auto doc = "larger or smaller about the middle, in the same size; bilinear, black where nothing was";
  static constexpr auto table =
      std::tuple{field("scale", &contract::Zoom::scale, "above 1 is larger", range(0.01, 100))};
};
template <>
struct Fields<contract::Affine> {
  static constexpr auto doc =
      "sheared, scaled and turned about the middle, then moved; bilinear, black where nothing was";
  static constexpr auto table =
      std::tuple{field("angle", &contract::Affine::angle, "degrees, clockwise", range(-180, 180)),
                 field("scale", &contract::Affine::scale, "above 1 is larger", range(0.01, 100)),
                 field("shear", &contract::Affine::shear, "degrees, along x", range(-80, 80)),
                 field("translate", &contract::Affine::translate, "right and down, in pixels", range(-65536, 65536))};
};
template <>
struct Fields<contract::Perspective> {
  static constexpr auto doc = "the four corners moved, straight lines kept; bilinear, black where nothing was";
  static constexpr auto table = std::tuple{field("corners", &contract::Perspective::corners,
                                                 "where the top left, top right, bottom right and bottom left corner "
                                                 "come to: x and y of each, as shares of the picture",
                                                 range(-1, 2))};
};

}  // namespace feedrate
