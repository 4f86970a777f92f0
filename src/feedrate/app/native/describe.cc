#include "feedrate/app/native/describe.h"

#include "feedrate/native/media/ffmpeg/video.h"

namespace feedrate::app {

contract::Capability describe_native(contract::Depth depth) {
  contract::Capability out;
  out.subject = "native";
  out.depth = depth;
  out.availability =
      depth == contract::Depth::kStatic ? contract::Availability::kDeclared : contract::Availability::kAvailable;
  out.versions = {{"feedrate", FEEDRATE_VERSION}};
  const std::vector<std::string> all(Alternatives<contract::Operation>::names.begin(),
                                     Alternatives<contract::Operation>::names.end());
  // The catalogue begins with what the loader does, and that with the two that are no transforms.
  constexpr std::ptrdiff_t kOfTheLoader = 4;
  constexpr std::ptrdiff_t kNoTransform = 2;
  static_assert(std::is_same_v<std::variant_alternative_t<kOfTheLoader - 1, contract::Operation>, contract::Normalize>);
  static_assert(
      std::is_same_v<std::variant_alternative_t<kNoTransform, contract::Operation>, contract::HorizontalFlip>);
  out.supports = {{contract::Scope::kLoader,
                   {contract::MediaKind::kRgb, contract::MediaKind::kMultichannel},
                   {contract::Source::kStorage, contract::Source::kMemory},
                   {contract::Device::kCpu},
                   {all.begin(), all.begin() + kOfTheLoader}},
                  {contract::Scope::kTransform,
                   {contract::MediaKind::kRgb},
                   {contract::Source::kMemory},
                   {contract::Device::kCpu},
                   {all.begin() + kNoTransform, all.end()}},
                  {contract::Scope::kDecode,
                   {contract::MediaKind::kRgb, contract::MediaKind::kVideo},
                   {contract::Source::kMemory},
                   {contract::Device::kCpu},
                   {all.front()}}};
  if (depth == contract::Depth::kProbe) out.versions.merge(native::ffmpeg_versions());
  // workers * prefetch ahead, and the one the consumer holds.
  out.in_flight = {1, 0, 1};
  out.least_workers = 1;
  return out;
}

}  // namespace feedrate::app
