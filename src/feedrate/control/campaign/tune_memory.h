// What a configuration will need of memory, from what smaller ones took: so that one that cannot be carried is never
// started. Pure.
#pragma once

#include <cstdint>
#include <optional>

#include "feedrate/contract/work/work.h"

namespace feedrate::control {

class TuneMemory {
 public:
  void learn(const contract::Settings& settings, std::int64_t bytes);
  // With as much more a worker as ever was seen. Absent before anything was seen.
  [[nodiscard]] std::optional<std::int64_t> expected(const contract::Settings& settings) const;

 private:
  struct Seen {
    int workers = 0;
    std::int64_t bytes = 0;
  };
  std::optional<Seen> least_;  // with the fewest workers
  double a_worker_ = 0;
};

}  // namespace feedrate::control
