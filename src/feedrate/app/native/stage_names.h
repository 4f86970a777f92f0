// What the stages of the native pipeline are called; one that a test makes slower says so.
#pragma once

#include <array>
#include <string>

#include "feedrate/base/format.h"
#include "feedrate/native/pipeline/slowed.h"

namespace feedrate::app {

using StageNames = std::array<std::string, 3>;

inline StageNames stage_names(const native::Slowdown& slowdown) {
  const auto name = [](const char* plain, double factor) {
    return factor > 1 ? format("{} (slowed {:g}x)", plain, factor) : std::string(plain);
  };
  return {name("read", slowdown.read), name("decode", slowdown.decode), name("transform", slowdown.transform)};
}

}  // namespace feedrate::app
