#include "feedrate/native/transform/posterize.h"

namespace feedrate::native {

Bits posterize(int bits) { return {static_cast<std::uint8_t>(255 << (8 - bits)), 0, 0}; }

}  // namespace feedrate::native
