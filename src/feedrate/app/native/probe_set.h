// `feedrate-native make probe`: the pictures of contract/probe/probe_set.h as files. Asked for by the agent.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/photos.h"

namespace feedrate::app {

// NUMBER.jpg or NUMBER.png in a folder that is there.
Status make_probe_set(const std::string& folder, native::PhotoFormat format);

}  // namespace feedrate::app
