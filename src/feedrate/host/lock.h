// A file that one process holds at a time, with the holder's pid in it. Used by `run` for its folder and by an agent
// for its work folder. Released when the Lock goes or its process ends, however it ends. Advisory; any thread. A child
// made by fork alone holds it too; one that calls exec does not.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "feedrate/base/error.h"
#include "feedrate/host/descriptor.h"

namespace feedrate::host {

class Lock {
 public:
  // Makes the file where it is missing. Held by somebody else: an error that names the holder.
  [[nodiscard]] static Expected<Lock> acquire(const std::string& path);

 private:
  explicit Lock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

// Whoever holds a lock; its pid is 0 where the holder has not written it yet.
struct Holder {
  int pid = 0;
};
// Looks without taking, so it never makes an acquire() fail. Absent: nobody, or there is no such file.
[[nodiscard]] std::optional<Holder> lock_holder(const std::string& path);

}  // namespace feedrate::host
