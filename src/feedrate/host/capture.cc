#include "feedrate/host/capture.h"

#include <poll.h>
#include <unistd.h>

#include "feedrate/host/clock.h"

namespace feedrate::host {
namespace {

constexpr std::size_t kMostOutput = 4 << 20;

void take(const Tree& tree, std::string& out) {
  char buffer[16384];
  for (ssize_t n = 0; (n = read(tree.output(), buffer, sizeof buffer)) > 0;)
    if (out.size() < kMostOutput) out.append(buffer, static_cast<std::size_t>(n));
}

}  // namespace

Expected<Captured> capture(const Launch& launch, double seconds) {
  FEEDRATE_TRY(tree, Tree::start(launch));
  Captured out;
  const std::int64_t deadline = monotonic_ns() + static_cast<std::int64_t>(seconds * 1e9);
  while (!tree.ending()) {
    if (monotonic_ns() > deadline)
      return failure(
          format("{} did not answer within {} s; it had printed: {}", launch.command[0], seconds, out.output));
    pollfd waiting[2] = {{tree.output(), POLLIN, 0}, {tree.events(), POLLIN, 0}};
    poll(waiting, 2, 50);
    take(tree, out.output);
    if ((waiting[0].revents & POLLHUP) != 0) poll(&waiting[1], 1, 50);
  }
  take(tree, out.output);
  out.ending = *tree.ending();
  return out;
}

}  // namespace feedrate::host
