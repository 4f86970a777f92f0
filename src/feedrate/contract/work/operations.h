// The catalogue of operations: one struct each, every parameter written down; the variant is the catalogue. All but the
// first three are the same for every sample, so that what subjects make of them can be compared pixel by pixel.
#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

enum class SampleFormat { kJpeg, kNpy, kVideo, kPng, kTokens };
enum class Seek { kExact, kApproximate };
enum class Interpolation { kBilinear };

struct Decode {
  SampleFormat format = SampleFormat::kJpeg;
  std::optional<Seek> seek = {};  // of video
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
  std::vector<double> mean;  // one a channel
  std::vector<double> std;
};
struct CenterCrop {
  std::array<int, 2> size = {224, 224};
};
struct Resize {
  std::array<int, 2> size = {224, 224};
  Interpolation interpolation = Interpolation::kBilinear;
  bool antialias = true;
};
struct VerticalFlip {};
struct Transpose {};
struct Pad {
  int border = 16;
  int value = 0;
};
struct Brightness {
  double factor = 1;
};
struct Contrast {
  double factor = 1;
};
struct ColorJitter {
  double brightness = 1;
  double contrast = 1;
  double saturation = 1;
  double hue = 0;  // turns
};
struct Grayscale {};
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
struct GaussianBlur {
  int size = 5;
  double sigma = 1;
};
struct Affine {
  double angle = 0;  // degrees, clockwise
  double scale = 1;
  double shear = 0;  // degrees, along x
  std::array<double, 2> translate = {};
};
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
using Operation =
    std::variant<Decode, RandomResizedCrop, HorizontalFlip, Normalize, CenterCrop, Resize, VerticalFlip, Transpose, Pad,
                 Brightness, Contrast, ColorJitter, Grayscale, Invert, Solarize, Posterize, Equalize, Autocontrast,
                 Gamma, GaussianBlur, Affine, Erase, Jpeg, Mixup, Cutmix>;

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::SampleFormat> {
  static constexpr std::array<std::pair<contract::SampleFormat, const char*>, 5> names = {
      {{contract::SampleFormat::kJpeg, "jpeg"},
       {contract::SampleFormat::kNpy, "npy"},
       {contract::SampleFormat::kVideo, "video"},
       {contract::SampleFormat::kPng, "png"},
       {contract::SampleFormat::kTokens, "tokens"}}};
};
template <>
struct Names<contract::Seek> {
  static constexpr std::array<std::pair<contract::Seek, const char*>, 2> names = {
      {{contract::Seek::kExact, "exact"}, {contract::Seek::kApproximate, "approximate"}}};
};
template <>
struct Names<contract::Interpolation> {
  static constexpr std::array<std::pair<contract::Interpolation, const char*>, 1> names = {
      {{contract::Interpolation::kBilinear, "bilinear"}}};
};
template <>
struct Fields<contract::Decode> {
  static constexpr auto doc = "encoded bytes to pixels";
  static constexpr auto table = std::tuple{
      field("format", &contract::Decode::format, "what the bytes are"),
      field("seek", &contract::Decode::seek, "how a frame of a video is found: looked up, or reckoned from its rate")};
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
  static constexpr auto table = std::tuple{
      field("mean", &contract::Normalize::mean, "mean of each channel, in 0..1", range(-10, 10).filled()),
      field("std", &contract::Normalize::std, "standard deviation of each channel, in 0..1", range(1e-6, 10).filled())};
};
template <>
struct Fields<contract::CenterCrop> {
  static constexpr auto doc = "the middle";
  static constexpr auto table =
      std::tuple{field("size", &contract::CenterCrop::size, "height and width of the result", range(1, 65536))};
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
struct Fields<contract::Pad> {
  static constexpr auto doc = "a border of one value around it";
  static constexpr auto table =
      std::tuple{field("border", &contract::Pad::border, "pixels on each side", range(1, 65536)),
                 field("value", &contract::Pad::value, "of every channel", range(0, 255))};
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
struct Fields<contract::ColorJitter> {
  static constexpr auto doc = "brightness, contrast, saturation and hue, one after the other";
  static constexpr auto table = std::tuple{
      field("brightness", &contract::ColorJitter::brightness, "factor", range(0, 100)),
      field("contrast", &contract::ColorJitter::contrast, "factor", range(0, 100)),
      field("saturation", &contract::ColorJitter::saturation, "factor: grey + factor * (x - grey)", range(0, 100)),
      field("hue", &contract::ColorJitter::hue, "by how much the hue turns, 1 is once around", range(-0.5, 0.5))};
};
template <>
struct Fields<contract::Grayscale> {
  static constexpr auto doc = "0.299 red + 0.587 green + 0.114 blue, in every channel";
  static constexpr auto table = std::tuple{};
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
struct Fields<contract::GaussianBlur> {
  static constexpr auto doc =
      "every pixel a weighted mean of its neighbours; mirrored at the border without repeating it";
  static constexpr auto table =
      std::tuple{field("size", &contract::GaussianBlur::size, "pixels across, an odd number", range(3, 31)),
                 field("sigma", &contract::GaussianBlur::sigma, "standard deviation, in pixels", range(0.1, 15))};
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
template <>
struct Alternatives<contract::Operation> {
  static constexpr const char* key = "op";
  static constexpr std::array<const char*, 25> names = {"decode",
                                                        "random_resized_crop",
                                                        "horizontal_flip",
                                                        "normalize",
                                                        "center_crop",
                                                        "resize",
                                                        "vertical_flip",
                                                        "transpose",
                                                        "pad",
                                                        "brightness",
                                                        "contrast",
                                                        "color_jitter",
                                                        "grayscale",
                                                        "invert",
                                                        "solarize",
                                                        "posterize",
                                                        "equalize",
                                                        "autocontrast",
                                                        "gamma",
                                                        "gaussian_blur",
                                                        "affine",
                                                        "erase",
                                                        "jpeg",
                                                        "mixup",
                                                        "cutmix"};
};

}  // namespace feedrate

namespace feedrate::contract {

inline const char* name_of_operation(const Operation& operation) {
  return Alternatives<Operation>::names[operation.index()];
}

}  // namespace feedrate::contract
