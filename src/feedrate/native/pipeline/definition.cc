#include "feedrate/native/pipeline/definition.h"

namespace feedrate::native {
namespace {

Status check_count(const char* name, int value, int most) {
  if (value >= 1 && value <= most) return {};
  return input_error(format("{} is {}; expected 1 .. {}", name, value, most));
}

}  // namespace

Status check(const Definition& definition) {
  FEEDRATE_TRY_STATUS(check_count("batch", definition.batch, 65536));
  FEEDRATE_TRY_STATUS(check_count("threads", definition.threads, 1024));
  FEEDRATE_TRY_STATUS(check_count("prefetch", definition.prefetch, 1024));
  if (definition.readers && (*definition.readers < 0 || *definition.readers > 1024))
    return input_error(format("readers is {}; expected 0 .. 1024", *definition.readers));
  FEEDRATE_TRY_STATUS(check(definition.crop));
  FEEDRATE_TRY_STATUS(check(definition.flip));
  FEEDRATE_TRY_STATUS(check_count("channels", definition.channels, 4096));
  FEEDRATE_TRY_STATUS(check_count("frames", definition.frames, 4096));
  FEEDRATE_TRY_STATUS(check(definition.normalise, definition.channels));
  return {};
}

}  // namespace feedrate::native
