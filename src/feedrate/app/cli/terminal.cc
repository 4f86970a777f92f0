#include "feedrate/app/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace feedrate::app {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = variable(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

bool is_terminal(int stream) { return isatty(stream) == 1; }

control::Screen screen_of(int stream) {
  control::Screen out;
  if (!is_terminal(stream)) return out;  // a file or a pipe: UTF-8, no colour
  winsize size{};
  if (ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) out.width = size.ws_col;
  out.utf8 = speaks_utf8();
  out.colour = variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  return out;
}

}  // namespace feedrate::app
