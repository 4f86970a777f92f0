#include "feedrate/native/pipeline/stage_alone.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "feedrate/host/clock.h"
#include "feedrate/native/storage/order.h"

namespace feedrate::native {
namespace {

// Encoded samples that are kept for decoding: too many for the caches close to a CPU, as in the pipeline.
constexpr std::size_t kEncoded = 256;
constexpr std::size_t kEncodedBytes = 256'000'000;
// Decoded parts that a thread goes over: enough different sizes, few enough to stay as near as a part that was just
// decoded or read. An array that lies in memory is as far away as that.
std::size_t parts_of(const Definition& definition) {
  return definition.kind == SampleKind::kArrays && definition.source == Source::kMemory ? 64 : 4;
}
constexpr std::size_t kOutputs = 16;  // samples that a thread writes to in turn, as into a batch

}  // namespace

Expected<StageAlone> StageAlone::open(const Definition& definition, int readers) {
  FEEDRATE_TRY_STATUS(check(definition));
  FEEDRATE_TRY(samples, Samples::open(definition));
  StageAlone out(definition, std::move(samples), readers);
  FEEDRATE_TRY_STATUS(out.keep_encoded());
  return out;
}

Status StageAlone::keep_encoded() {
  const Order order(samples_.size(), definition_->seed, 0);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < std::min(kEncoded, samples_.size()) && kept < kEncodedBytes; ++i) {
    std::vector<std::uint8_t> buffer;
    FEEDRATE_TRY(bytes, samples_.bytes(order.at(i), buffer));
    encoded_.emplace_back(bytes.begin(), bytes.end());
    kept += bytes.size();
  }
  return {};
}

std::uint64_t StageAlone::ticket(int thread, std::uint64_t time) const {
  return rounds_ * 7919 + time * static_cast<std::uint64_t>(std::max(1, definition_->threads)) +
         static_cast<std::uint64_t>(thread);
}

Expected<double> StageAlone::rate(int threads, double seconds, const std::function<Status(int, std::uint64_t)>& work) {
  ++rounds_;
  std::mutex lock;  // of what is below
  std::optional<Error> error;
  std::uint64_t done = 0;
  std::int64_t on_cpus = 0;
  double rates = 0;
  const std::int64_t began = host::monotonic_ns();
  const std::int64_t end = began + static_cast<std::int64_t>(seconds * 1e9);
  const auto run = [&](int thread) {
    std::uint64_t time = 0;
    Status status;
    for (; status && host::monotonic_ns() < end; ++time) status = work(thread, time);
    // Each by its own end: it finishes what it is at when the time is over, and the others do not wait for it.
    const auto took = static_cast<double>(host::monotonic_ns() - began) * 1e-9;
    const std::lock_guard guard(lock);
    if (!status) error = status.error();
    done += time;
    on_cpus += host::thread_cpu_ns();
    rates += static_cast<double>(time) / took;
  };
  std::vector<std::thread> running;
  try {
    for (int i = 0; i < threads; ++i) running.emplace_back(run, i);
  } catch (const std::system_error& cannot) {
    const std::lock_guard guard(lock);
    error = Error{Fault::kFailed, format("cannot start a stage's threads: {}", cannot.what()), {}};
  }
  for (auto& each : running) each.join();
  if (error) return Unexpected(*error);
  cpu_seconds_ = static_cast<double>(on_cpus) * 1e-9 / static_cast<double>(std::max<std::uint64_t>(1, done));
  return rates;
}

Expected<double> StageAlone::read(double seconds) {
  const int threads = readers_ > 0 ? readers_ : definition_->threads;
  std::vector<std::vector<std::uint8_t>> buffers(static_cast<std::size_t>(threads));
  const Order order(samples_.size(), definition_->seed, rounds_);
  return rate(threads, seconds, [&](int thread, std::uint64_t time) -> Status {
    const std::uint64_t place = (time * static_cast<std::uint64_t>(threads) + static_cast<std::uint64_t>(thread));
    const Slowed slowed(definition_->slowdown.read);
    return samples_.read(order.at(place % samples_.size()), buffers[static_cast<std::size_t>(thread)]);
  });
}

Expected<double> StageAlone::decode(double seconds) {
  while (desks_.size() < static_cast<std::size_t>(definition_->threads)) desks_.emplace_back(*definition_);
  return rate(definition_->threads, seconds, [&](int thread, std::uint64_t time) {
    const std::uint64_t number = ticket(thread, time);
    return desks_[static_cast<std::size_t>(thread)].decode(encoded_[number % encoded_.size()],
                                                           Draws(definition_->seed, 0, number));
  });
}

Expected<double> StageAlone::transform(double seconds) {
  const auto threads = static_cast<std::size_t>(definition_->threads);
  const std::size_t sample = definition_->sample_values();
  const std::size_t parts = parts_of(*definition_);
  while (prepared_.size() < threads * parts) prepared_.emplace_back(*definition_);
  while (outputs_.size() < threads) outputs_.emplace_back(sample * kOutputs);
  for (std::size_t i = 0; i < prepared_.size(); ++i) {
    const std::uint64_t number = rounds_ * 7919 + i;
    FEEDRATE_TRY_STATUS(prepared_[i].decode(encoded_[number % encoded_.size()], Draws(definition_->seed, 0, number)));
  }
  return rate(definition_->threads, seconds, [&](int thread, std::uint64_t time) {
    const auto mine = static_cast<std::size_t>(thread);
    prepared_[mine * parts + time % parts].transform(outputs_[mine].values().subspan(time % kOutputs * sample, sample));
    return Status();
  });
}

}  // namespace feedrate::native
