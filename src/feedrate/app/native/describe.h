// What the native subject says it can do.
#pragma once

#include "feedrate/app/native/modes.h"
#include "feedrate/contract/capability/capability.h"

namespace feedrate::app {

contract::Capability describe_native(NativeMode mode, contract::Depth depth);

}  // namespace feedrate::app
