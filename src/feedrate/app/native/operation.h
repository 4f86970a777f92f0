// The native operation that a recipe names: one row each. Used by the transform scope.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/work/operations.h"
#include "feedrate/native/media/array.h"

namespace feedrate::app {

// What an operation is given: a picture, and the same turned by 180 degrees for those that take two.
struct Picture {
  native::Array pixels;
  native::Array other;
};

struct Made {
  native::Array pixels;
  std::vector<float> values;  // instead, of those that give floats: not empty then
};

using Transform = std::function<Status(const Picture&, Made&)>;

// For one thread: it keeps what it needs between two pictures. `channels`: of all of them.
Expected<Transform> operation_of(const contract::Operation& operation, int channels = native::kChannels);
// The names of all that there are.
std::vector<std::string> native_transforms();

}  // namespace feedrate::app
