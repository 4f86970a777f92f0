#include "feedrate/control/campaign/tune_memory.h"

#include <algorithm>

namespace feedrate::control {

void TuneMemory::learn(const contract::Settings& settings, std::int64_t bytes) {
  const Seen now{settings.workers, bytes};
  if (least_ && now.workers != least_->workers)
    a_worker_ = std::max(a_worker_, static_cast<double>(now.bytes - least_->bytes) / (now.workers - least_->workers));
  if (!least_ || now.workers < least_->workers) least_ = now;
}

std::optional<std::int64_t> TuneMemory::expected(const contract::Settings& settings) const {
  if (!least_) return {};
  const double more = a_worker_ * std::max(0, settings.workers - least_->workers);
  return least_->bytes + static_cast<std::int64_t>(more);
}

}  // namespace feedrate::control
