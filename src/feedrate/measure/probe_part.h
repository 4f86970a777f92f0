// Which part of which picture of the probe set a sample is, read off its colours, and what that part looks like when it
// is made by the recipe's definition. Pure.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "feedrate/measure/train_steps.h"

namespace feedrate::measure {

// In pixels of the picture, whole ones where they are nearly so.
struct ProbePart {
  int picture = 0;
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
  bool mirrored = false;
};

// A sample in levels of 0 .. 255, plane after plane.
struct ProbeSample {
  int height = 0;
  int width = 0;
  std::vector<double> levels;

  [[nodiscard]] double at(int channel, int y, int x) const {
    return levels[(static_cast<std::size_t>(channel) * static_cast<std::size_t>(height) + static_cast<std::size_t>(y)) *
                      static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

// Absent where it is no part of any of them.
std::optional<ProbePart> find_part(const ProbeSample& sample);

struct Rendered {
  ProbeSample with_detail;
  ProbeSample smooth;  // without the checkerboard
};
// What `steps` make of the part, before they normalise it.
Rendered render_part(const ProbePart& part, const TrainSteps& steps);

}  // namespace feedrate::measure
