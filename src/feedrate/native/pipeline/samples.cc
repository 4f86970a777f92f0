#include "feedrate/native/pipeline/samples.h"

#include <algorithm>

#include "feedrate/host/clock.h"

namespace feedrate::native {

Expected<Samples> Samples::open(const Definition& definition) {
  FEEDRATE_TRY(files, SampleFiles::open(definition.folder, definition.kind));
  Samples samples(std::move(files));
  if (definition.item_limit > 0) samples.size_ = std::min<std::size_t>(samples.size_, definition.item_limit);
  if (samples.size_ < static_cast<std::size_t>(definition.batch)) {
    return input_error(
        format("{} gives {} samples and a batch is {}; expected at least one batch: use more of them or "
               "a smaller batch",
               definition.folder, samples.size_, definition.batch));
  }
  if (definition.source == Source::kMemory) FEEDRATE_TRY_STATUS(samples.preload());
  return samples;
}

Status Samples::preload() {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < size_; ++i) total += files_.bytes(i);
  memory_.reserve(total);
  boundaries_.push_back(0);
  std::vector<std::uint8_t> buffer;
  for (std::size_t i = 0; i < size_; ++i) {
    FEEDRATE_TRY_STATUS(files_.read(i, buffer));
    memory_.insert(memory_.end(), buffer.begin(), buffer.end());
    boundaries_.push_back(memory_.size());
  }
  return {};
}

Expected<double> Samples::seconds_waiting() const {
  constexpr std::size_t kLooks = 9;
  std::vector<double> seconds;
  std::vector<std::uint8_t> buffer;
  for (std::size_t i = 0; i < kLooks; ++i) {
    const std::int64_t start = host::monotonic_ns() - host::thread_cpu_ns();
    FEEDRATE_TRY_STATUS(files_.read(i * size_ / kLooks, buffer));
    seconds.push_back(static_cast<double>(host::monotonic_ns() - host::thread_cpu_ns() - start) * 1e-9);
  }
  std::nth_element(seconds.begin(), seconds.begin() + kLooks / 2, seconds.end());
  return seconds[kLooks / 2];
}

Expected<std::span<const std::uint8_t>> Samples::bytes(std::size_t index, std::vector<std::uint8_t>& buffer) const {
  if (!boundaries_.empty()) {
    return std::span(memory_).subspan(boundaries_[index], boundaries_[index + 1] - boundaries_[index]);
  }
  FEEDRATE_TRY_STATUS(files_.read(index, buffer));
  return std::span<const std::uint8_t>(buffer);
}

}  // namespace feedrate::native
