// Encoded bytes to pixels.
#pragma once

#include <array>
#include <optional>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

enum class SampleFormat { kJpeg, kNpy, kVideo, kPng, kTokens };
enum class Seek { kExact, kApproximate };

struct Decode {
  SampleFormat format = SampleFormat::kJpeg;
  std::optional<Seek> seek = {};  // of video
};

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
struct Fields<contract::Decode> {
  static constexpr auto doc = "encoded bytes to pixels";
  static constexpr auto table = std::tuple{
      field("format", &contract::Decode::format, "what the bytes are"),
      field("seek", &contract::Decode::seek, "how a frame of a video is found: looked up, or reckoned from its rate")};
};

}  // namespace feedrate
