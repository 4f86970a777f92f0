// What libraries are known not to do although they say that they can, each with where that is written: the part of the
// support table that no subject tells of itself. A new limit is one line here.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "feedrate/contract/capability/capability.h"

namespace feedrate::control {

struct KnownLimit {
  std::string_view subject;
  contract::Device device = contract::Device::kCpu;
  std::optional<contract::MediaKind> media;  // of this kind only
  std::string_view operation;
  std::string_view reason;
  std::string_view source;
};

inline constexpr std::array<KnownLimit, 2> kKnownLimits = {{
    {"torchvision-tensor",
     contract::Device::kCuda,
     {},
     "jpeg",
     "it decodes JPEG from bytes on the CPU only",
     "torchvision 0.28, documentation of decode_jpeg"},
    {"kornia", contract::Device::kCuda, {}, "jpeg", "its tables stay on the CPU", "kornia/kornia issue 2867"},
}};

}  // namespace feedrate::control
