#include "feedrate/measure/train_steps.h"

namespace feedrate::measure {

std::optional<TrainSteps> train_steps_of(const contract::Recipe& recipe) {
  constexpr std::size_t kColours = 3;
  constexpr double kLeastScale = 0.005;  // a part of some 20 pixels
  const auto& steps = recipe.operations;
  if (steps.size() != 4 || recipe.output.dtype != contract::Dtype::kFloat32 ||
      recipe.output.layout != contract::Layout::kNchw)
    return {};
  const auto* decode = std::get_if<contract::Decode>(&steps[0]);
  const auto* crop = std::get_if<contract::RandomResizedCrop>(&steps[1]);
  const auto* flip = std::get_if<contract::HorizontalFlip>(&steps[2]);
  const auto* normalize = std::get_if<contract::Normalize>(&steps[3]);
  if (decode == nullptr || crop == nullptr || flip == nullptr || normalize == nullptr) return {};
  if (normalize->mean.size() != kColours || normalize->std.size() != kColours) return {};
  if (crop->size[0] < kLeastProbeSide || crop->size[1] < kLeastProbeSide || crop->scale[0] < kLeastScale) return {};
  return TrainSteps{decode->format, *crop, flip->probability, *normalize};
}

}  // namespace feedrate::measure
