// Turns SIGINT and SIGTERM into a question that long work asks itself.
#pragma once

namespace feedrate::app {

void watch_signals();
bool was_interrupted();

}  // namespace feedrate::app
