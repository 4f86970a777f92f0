#include "feedrate/app/native/describe.h"

#include "feedrate/native/media/ffmpeg/video.h"

namespace feedrate::app {

namespace {

using contract::Device;
using contract::MediaKind;
using contract::Scope;
using contract::Source;

std::vector<contract::Support> supports_of(NativeMode mode) {
  const std::vector<std::string> all(Alternatives<contract::Operation>::names.begin(),
                                     Alternatives<contract::Operation>::names.end());
  // The catalogue begins with what the loader does, and that with the two that are no transforms.
  constexpr std::ptrdiff_t kOfTheLoader = 4;
  constexpr std::ptrdiff_t kNoTransform = 2;
  static_assert(std::is_same_v<std::variant_alternative_t<kOfTheLoader - 1, contract::Operation>, contract::Normalize>);
  static_assert(
      std::is_same_v<std::variant_alternative_t<kNoTransform, contract::Operation>, contract::HorizontalFlip>);
  const bool is_plain = mode == NativeMode::kPlain;
  const auto media = [&](std::vector<MediaKind> plain) { return is_plain ? plain : std::vector{MediaKind::kRgb}; };
  std::vector<contract::Support> out = {
      {Scope::kLoader,
       media({MediaKind::kRgb, MediaKind::kMultichannel, MediaKind::kVideo, MediaKind::kTokens}),
       {Source::kStorage, Source::kMemory},
       {Device::kCpu},
       {all.begin(), all.begin() + kOfTheLoader}}};
  if (is_plain)
    out.push_back({Scope::kTransform,
                   {MediaKind::kRgb, MediaKind::kMultichannel, MediaKind::kVideo},
                   {Source::kMemory},
                   {Device::kCpu},
                   {all.begin() + kNoTransform, all.end()}});
  if (mode != NativeMode::kScaled)
    out.push_back({Scope::kDecode,
                   media({MediaKind::kRgb, MediaKind::kVideo}),
                   {Source::kMemory},
                   {Device::kCpu},
                   {all.front()}});
  return out;
}

}  // namespace

contract::Capability describe_native(NativeMode mode, contract::Depth depth) {
  contract::Capability out;
  out.subject = kNativeModes[static_cast<std::size_t>(mode)].second;
  out.depth = depth;
  out.availability =
      depth == contract::Depth::kStatic ? contract::Availability::kDeclared : contract::Availability::kAvailable;
  out.versions = {{"feedrate", FEEDRATE_VERSION}};
  out.supports = supports_of(mode);
  if (depth == contract::Depth::kProbe) out.versions.merge(native::ffmpeg_versions());
  // workers * prefetch ahead, and the one the consumer holds.
  out.in_flight = {1, 0, 1};
  out.least_workers = 1;
  return out;
}

}  // namespace feedrate::app
