// Loaded before the C library: opening a JPEG file takes SLOW_MS milliseconds longer, as if storage were far away. For
// tools/hidden_latency.
#include <dlfcn.h>
#include <fcntl.h>
#include <time.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

bool is_photo(const char* path) {
  const std::size_t length = std::strlen(path);
  return length > 4 && std::strcmp(path + length - 4, ".jpg") == 0;
}

void wait_for_storage() {
  static const long microseconds = std::atol(std::getenv("SLOW_MS") == nullptr ? "0" : std::getenv("SLOW_MS")) * 1000;
  const timespec time{microseconds / 1'000'000, microseconds % 1'000'000 * 1000};
  nanosleep(&time, nullptr);
}

}  // namespace

extern "C" int open(const char* path, int flags, ...) {
  using Open = int (*)(const char*, int, ...);
  static const auto real = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "open"));
  std::va_list more;
  va_start(more, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  if (is_photo(path)) wait_for_storage();
  return real(path, flags, mode);
}
