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

// Pixels along a side of a result: fewer tell too little about the part that was taken.
inline constexpr int kLeastProbeSide = 16;

// Absent for any other recipe, where a batch is not float32 NCHW, and where results or parts are too small.
std::optional<TrainSteps> train_steps_of(const contract::Recipe& recipe);

}  // namespace feedrate::measure
