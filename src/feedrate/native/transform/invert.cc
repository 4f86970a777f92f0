#include "feedrate/native/transform/invert.h"

namespace feedrate::native {

Bits invert() { return {255, 255, 0}; }

}  // namespace feedrate::native
