// The one row of operations that most image training has, taken out of a recipe.
#pragma once

#include <optional>

#include "feedrate/contract/work/recipe.h"

namespace feedrate::measure {

struct TrainSteps {
  contract::SampleFormat format = contract::SampleFormat::kJpeg;
  contract::RandomResizedCrop crop;
  double mirrored = 0;  // share of the samples
  contract::Normalize normalize;
};

// Absent for any other recipe, and where a batch is not float32 NCHW.
std::optional<TrainSteps> train_steps_of(const contract::Recipe& recipe);

}  // namespace feedrate::measure
