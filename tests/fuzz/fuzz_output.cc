// What a subject says it made is an output or an error, never a crash; and is as far from itself as it says.
#include <cstdint>
#include <string_view>

#include "feedrate/measure/output.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = feedrate::measure::read_output({reinterpret_cast<const char*>(data), size});
  if (read) static_cast<void>(feedrate::measure::apart(*read, *read, feedrate::contract::ToFloat{}));
  return 0;
}
