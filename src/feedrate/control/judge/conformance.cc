#include "feedrate/control/judge/conformance.h"

#include <tuple>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

bool is_same(const contract::Record& cell) {
  const auto& output = *cell.evidence.output;
  if (!output.against) return true;
  const bool is_loader = std::holds_alternative<contract::LoaderWork>(cell.what.work);
  return !output.otherwise && output.mean && output.largest &&
         *output.mean <= (is_loader ? kLoaderMeanApart : kMeanApart) &&
         *output.largest <= (is_loader ? kLoaderLargestApart : kLargestApart);
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
  const contract::Record* worst = nullptr;
  for (const auto* cell : arm.cells) {
    if (!cell->evidence.output) continue;
    if (!is_same(*cell)) ++out.cells;
    const auto rank = [](const contract::Record& each) {
      const auto& output = *each.evidence.output;
      return std::tuple(!is_same(each), output.otherwise.has_value(), output.mean.value_or(0));
    };
    if (worst == nullptr || rank(*cell) > rank(*worst)) worst = cell;
  }
  if (worst == nullptr) return {};
  out.same = is_same(*worst);
  out.text = text_of(*worst->evidence.output);
  return out;
}

}  // namespace feedrate::control
