#include "feedrate/control/judge/conformance.h"

#include <tuple>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

bool is_same(const contract::OutputEvidence& output) {
  if (!output.against) return true;
  return !output.otherwise && output.mean && output.largest && *output.mean <= kMeanApart &&
         *output.largest <= kLargestApart;
}

std::string text_of(const contract::OutputEvidence& output) {
  if (!output.against) return "what the others are held against";
  if (output.otherwise) return *output.otherwise;
  return format("differs from {} by {:.2f} levels of 255 in the mean, at most {:.0f}", *output.against,
                output.mean.value_or(0), output.largest.value_or(0));
}

}  // namespace

std::optional<Conformance> conformance_of(const Arm& arm) {
  Conformance out;
  const contract::OutputEvidence* worst = nullptr;
  for (const auto* cell : arm.cells) {
    const auto& output = cell->evidence.output;
    if (!output) continue;
    if (!is_same(*output)) ++out.cells;
    const auto rank = [](const contract::OutputEvidence& each) {
      return std::tuple(!is_same(each), each.otherwise.has_value(), each.mean.value_or(0));
    };
    if (worst == nullptr || rank(*output) > rank(*worst)) worst = &*output;
  }
  if (worst == nullptr) return {};
  out.same = is_same(*worst);
  out.text = text_of(*worst);
  return out;
}

}  // namespace feedrate::control
