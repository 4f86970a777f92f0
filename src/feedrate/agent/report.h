// How whoever runs the agent hears of it, and how the agent hears that it is to end.
#pragma once

#include <functional>

#include "feedrate/contract/progress/progress.h"

namespace feedrate::agent {

using Report = std::function<void(const contract::Progress&)>;
// True when the agent was told to end.
using Interrupted = std::function<bool()>;

}  // namespace feedrate::agent
