#include "feedrate/app/native/describe.h"

#include <algorithm>

#include "feedrate/app/native/operation.h"
#include "feedrate/native/media/ffmpeg/video.h"

namespace feedrate::app {

namespace {

using contract::Device;
using contract::MediaKind;
using contract::Scope;
using contract::Source;

// The catalogue begins with what the loader does.
constexpr std::ptrdiff_t kOfTheLoader = 4;
static_assert(std::is_same_v<std::variant_alternative_t<kOfTheLoader - 1, contract::Operation>, contract::Normalize>);

// Operations of the catalogue that the native pipeline does not have.
std::map<std::string, std::string> not_written() {
  const auto there = native_transforms();
  std::map<std::string, std::string> out;
  const auto& all = Alternatives<contract::Operation>::names;
  for (auto name = all.begin() + kOfTheLoader; name != all.end(); ++name)
    if (std::find(there.begin(), there.end(), *name) == there.end())
      out[*name] = "native is feedrate's own, and nobody has written it yet (docs/transforms.md)";
  return out;
}

std::vector<contract::Support> supports_of(NativeMode mode) {
  const auto& all = Alternatives<contract::Operation>::names;
  const bool is_plain = mode == NativeMode::kPlain;
  const auto media = [&](std::vector<MediaKind> plain) { return is_plain ? plain : std::vector{MediaKind::kRgb}; };
  std::vector<contract::Support> out = {
      {Scope::kLoader,
       media({MediaKind::kRgb, MediaKind::kMultichannel, MediaKind::kVideo, MediaKind::kTokens}),
       {Source::kStorage, Source::kMemory},
       {Device::kCpu},
       std::vector<std::string>(all.begin(), all.begin() + kOfTheLoader)}};
  if (is_plain)
    out.push_back({Scope::kTransform,
                   {MediaKind::kRgb, MediaKind::kMultichannel, MediaKind::kVideo},
                   {Source::kMemory},
                   {Device::kCpu},
                   native_transforms(),
                   not_written()});
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
