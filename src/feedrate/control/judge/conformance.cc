#include "feedrate/control/judge/conformance.h"

#include <tuple>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

// What the recipe says, where it says something.
const contract::Accepted* accepted_by(const contract::Record& cell) {
  if (const auto* transform = std::get_if<contract::TransformWork>(&cell.what.work))
    return transform->accepted ? &*transform->accepted : nullptr;
  if (const auto* loader = std::get_if<contract::LoaderWork>(&cell.what.work); loader != nullptr)
    if (loader->recipe.accepted && !loader->recipe.accepted->empty()) return &loader->recipe.accepted->front();
  return nullptr;
}

bool is_within(const contract::OutputEvidence& output, double mean, double largest) {
  if (!output.against) return true;
  return !output.otherwise && output.mean && output.largest && *output.mean <= mean && *output.largest <= largest;
}

bool is_rounding(const contract::Record& cell) {
  const bool is_loader = std::holds_alternative<contract::LoaderWork>(cell.what.work);
  return is_within(*cell.evidence.output, is_loader ? kLoaderMeanApart : kMeanApart,
                   is_loader ? kLoaderLargestApart : kLargestApart);
}

bool is_same(const contract::Record& cell) {
  const auto* accepted = accepted_by(cell);
  return is_rounding(cell) ||
         (accepted != nullptr && is_within(*cell.evidence.output, accepted->mean, accepted->largest));
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
  if (out.same && !is_rounding(*worst)) out.accepted = accepted_by(*worst)->reason;
  return out;
}

}  // namespace feedrate::control
