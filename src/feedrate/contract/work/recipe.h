// The work every subject must do, with every parameter written down. One struct an operation; the variant is the
// catalogue.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

enum class ImageFormat { kJpeg };
enum class Interpolation { kBilinear };
enum class Dtype { kFloat32, kUint8 };
enum class Layout { kNchw, kNhwc };

struct Decode {
  ImageFormat format = ImageFormat::kJpeg;
};
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
struct Normalize {
  std::array<double, 3> mean = {};
  std::array<double, 3> std = {};
};
using Operation = std::variant<Decode, RandomResizedCrop, HorizontalFlip, Normalize>;

struct Output {
  Dtype dtype = Dtype::kFloat32;
  Layout layout = Layout::kNchw;
};

struct Recipe {
  std::string name;
  std::vector<Operation> operations;
  Output output;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::ImageFormat> {
  static constexpr std::array<std::pair<contract::ImageFormat, const char*>, 1> names = {
      {{contract::ImageFormat::kJpeg, "jpeg"}}};
};
template <>
struct Names<contract::Interpolation> {
  static constexpr std::array<std::pair<contract::Interpolation, const char*>, 1> names = {
      {{contract::Interpolation::kBilinear, "bilinear"}}};
};
template <>
struct Names<contract::Dtype> {
  static constexpr std::array<std::pair<contract::Dtype, const char*>, 2> names = {
      {{contract::Dtype::kFloat32, "float32"}, {contract::Dtype::kUint8, "uint8"}}};
};
template <>
struct Names<contract::Layout> {
  static constexpr std::array<std::pair<contract::Layout, const char*>, 2> names = {
      {{contract::Layout::kNchw, "NCHW"}, {contract::Layout::kNhwc, "NHWC"}}};
};
template <>
struct Fields<contract::Decode> {
  static constexpr auto doc = "encoded bytes to pixels";
  static constexpr auto table = std::tuple{field("format", &contract::Decode::format, "what the bytes are")};
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
struct Fields<contract::Normalize> {
  static constexpr auto doc = "(x / 255 - mean) / std, a channel";
  static constexpr auto table =
      std::tuple{field("mean", &contract::Normalize::mean, "mean a channel, in 0..1", range(-10, 10)),
                 field("std", &contract::Normalize::std, "standard deviation a channel, in 0..1", range(1e-6, 10))};
};
template <>
struct Alternatives<contract::Operation> {
  static constexpr const char* key = "op";
  static constexpr std::array<const char*, 4> names = {"decode", "random_resized_crop", "horizontal_flip", "normalize"};
};
template <>
struct Fields<contract::Output> {
  static constexpr auto doc = "what a finished batch looks like";
  static constexpr auto table = std::tuple{field("dtype", &contract::Output::dtype, "type of an element"),
                                           field("layout", &contract::Output::layout, "order of the dimensions")};
};
template <>
struct Fields<contract::Recipe> {
  static constexpr auto doc = "the work a subject must do";
  static constexpr auto table =
      std::tuple{field("name", &contract::Recipe::name, "what it is called", name_rule()),
                 field("operations", &contract::Recipe::operations, "in order", filled()),
                 field("output", &contract::Recipe::output, "what a finished batch looks like")};
};

}  // namespace feedrate
