#include "feedrate/app/native/describe.h"

namespace feedrate::app {

contract::Capability describe_native(contract::Depth depth) {
  contract::Capability out;
  out.subject = "native";
  out.depth = depth;
  out.availability =
      depth == contract::Depth::kStatic ? contract::Availability::kDeclared : contract::Availability::kAvailable;
  out.versions = {{"feedrate", FEEDRATE_VERSION}};
  out.supports = {{contract::Scope::kLoader,
                   {contract::MediaKind::kRgb},
                   {contract::Source::kStorage, contract::Source::kMemory},
                   {contract::Device::kCpu},
                   {Alternatives<contract::Operation>::names.begin(), Alternatives<contract::Operation>::names.end()}}};
  // workers * prefetch ahead, and the one the consumer holds.
  out.in_flight = {1, 0, 1};
  out.least_workers = 1;
  return out;
}

}  // namespace feedrate::app
