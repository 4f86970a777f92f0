// What kind of data flows: the first thing a case says about itself.
#pragma once

#include <string>
#include <variant>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct Rgb {};
struct Multichannel {
  int channels = 9;
};
struct Video {
  int frames = 16;
};
struct Tokens {
  int length = 1024;
};
using Media = std::variant<Rgb, Multichannel, Video, Tokens>;

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::Rgb> {
  static constexpr auto doc = "colour images";
  static constexpr auto table = std::tuple{};
};
template <>
struct Fields<contract::Multichannel> {
  static constexpr auto doc = "arrays with any number of channels";
  static constexpr auto table = std::tuple{
      field("channels", &contract::Multichannel::channels, "channels of a sample", range(1, 4096).optional())};
};
template <>
struct Fields<contract::Video> {
  static constexpr auto doc = "clips";
  static constexpr auto table =
      std::tuple{field("frames", &contract::Video::frames, "frames of a clip", range(1, 4096).optional())};
};
template <>
struct Fields<contract::Tokens> {
  static constexpr auto doc = "token sequences";
  static constexpr auto table =
      std::tuple{field("length", &contract::Tokens::length, "tokens of a sequence", range(1, 1 << 24).optional())};
};
template <>
struct Alternatives<contract::Media> {
  static constexpr const char* key = "kind";
  static constexpr std::array<const char*, 4> names = {"rgb", "multichannel", "video", "tokens"};
};

}  // namespace feedrate
