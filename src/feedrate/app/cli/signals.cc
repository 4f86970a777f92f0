#include "feedrate/app/cli/signals.h"

#include <csignal>
#include <initializer_list>

namespace feedrate::app {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void note(int /*signal*/) { interrupted = 1; }

}  // namespace

void watch_signals() {
  struct sigaction action {};
  action.sa_handler = note;
  for (const int each : {SIGINT, SIGTERM}) sigaction(each, &action, nullptr);
}

bool was_interrupted() { return interrupted != 0; }

}  // namespace feedrate::app
