// What the native subject says it can do.
#pragma once

#include "feedrate/contract/capability/capability.h"

namespace feedrate::app {

contract::Capability describe_native(contract::Depth depth);

}  // namespace feedrate::app
