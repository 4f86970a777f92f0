// What the standard streams can show.
#pragma once

#include "feedrate/control/report/report.h"

namespace feedrate::app {

// Of a stream (1 or 2): width, whether UTF-8 and colour may be used (NO_COLOR is honoured).
control::Screen screen_of(int stream);
bool is_terminal(int stream);

}  // namespace feedrate::app
