// What a subject says it made is an output or an error, never a crash; and it is as far from itself as nothing is.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "feedrate/measure/output.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = feedrate::measure::read_output({reinterpret_cast<const char*>(data), size});
  if (!read) return 0;
  const auto found = feedrate::measure::apart(*read, *read, feedrate::contract::Invert{});
  if (!found || (std::isfinite(found->largest) && found->sum != 0)) std::abort();
  return 0;
}
