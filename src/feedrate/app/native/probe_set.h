// `feedrate-native make probe`: the pictures of contract/probe/probe_set.h as files. Asked for by the agent.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/photos.h"

namespace feedrate::app {

// NUMBER.jpg or NUMBER.png in two folders of a folder that is there, as of two classes: many loaders want those.
Status make_probe_set(const std::string& folder, native::PhotoFormat format);

}  // namespace feedrate::app
