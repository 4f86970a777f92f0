#include "feedrate/native/pipeline/running.h"

#include "feedrate/host/clock.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/storage/order.h"

namespace feedrate::native {

Pipeline::Running::Running(const Definition& definition, Samples samples, int readers, Watch watch)
    : definition_(definition),
      samples_(std::move(samples)),
      watch_(std::move(watch)),
      readers_(readers),
      batch_(static_cast<std::uint64_t>(definition.batch)),
      sample_size_(definition.sample_values()),
      slots_(static_cast<std::size_t>(definition.prefetch) + 1),  // one more: the batch that the caller holds
      workers_(definition.threads) {
  for (Slot& slot : slots_) slot.planes = Aligned<float>(batch_ * sample_size_);
  for (int i = 0; i < definition.threads; ++i) desks_.emplace_back(definition_);
  if (readers > 0)
    read_ahead_.emplace([this](std::uint64_t ticket, std::vector<std::uint8_t>& to) { return read(ticket, to); },
                        readers, definition.threads);
  const std::lock_guard guard(lock_);
  for (std::size_t i = 0; i < slots_.size(); ++i) allow_batch();
}

Pipeline::Running::~Running() {
  std::unique_lock guard(lock_);
  stopping_ = true;
  changed_.wait(guard, [&] { return working_ == 0; });
}

void Pipeline::Running::allow_batch() {
  Slot& slot = slots_[allowed_tickets_ / batch_ % slots_.size()];
  slot.missing = batch_;
  allowed_tickets_ += batch_;
  if (read_ahead_) read_ahead_->allow(allowed_tickets_);
  const std::int64_t now = host::monotonic_ns();
  for (; working_ < definition_.threads; ++working_) {
    if (idle_ > 0) {
      --idle_;
      idle_ns_ += now;
    }
    workers_.post([](void* self) noexcept { static_cast<Running*>(self)->work(); }, this);
  }
}

void Pipeline::Running::work() noexcept {
  std::unique_lock guard(lock_);
  FEEDRATE_CHECK(!desks_.empty());
  Desk desk = std::move(desks_.back());
  desks_.pop_back();
  while (!stopping_ && next_ticket_ < allowed_tickets_) {
    const std::uint64_t ticket = next_ticket_++;
    const std::uint64_t place = ticket % batch_;
    Slot& slot = slots_[ticket / batch_ % slots_.size()];
    guard.unlock();

    auto made = make(ticket, desk, slot.planes.values().subspan(place * sample_size_, sample_size_));
    if (made && watch_.made) watch_.made(*made);

    guard.lock();
    if (!made && (!slot.error || place < slot.failed_at)) {
      slot.error = std::move(made).error();
      slot.failed_at = place;
    }
    if (--slot.missing == 0) changed_.notify_all();
  }
  desks_.push_back(std::move(desk));
  --working_;
  ++idle_;
  idle_ns_ -= host::monotonic_ns();
  changed_.notify_all();
}

Pipeline::Running::Item Pipeline::Running::item_of(std::uint64_t ticket) const {
  const std::uint64_t batch_number = ticket / batch_;
  const std::uint64_t epoch = batch_number / batches_per_epoch();
  const std::uint64_t place = batch_number % batches_per_epoch() * batch_ + ticket % batch_;
  return {epoch, Order(samples_.size(), definition_.seed, epoch).at(place)};
}

Status Pipeline::Running::read(std::uint64_t ticket, std::vector<std::uint8_t>& to) const {
  ReadTimes times{ticket, host::monotonic_ns(), 0};
  {
    const Slowed slowed(definition_.slowdown.read);
    FEEDRATE_TRY_STATUS(samples_.read(item_of(ticket).index, to));
  }
  times.ended = host::monotonic_ns();
  if (watch_.read) watch_.read(times);
  return {};
}

Expected<SampleTimes> Pipeline::Running::make(std::uint64_t ticket, Desk& desk, std::span<float> to) {
  SampleTimes times;
  times.number = ticket;
  times.began = host::monotonic_ns();
  const Item item = item_of(ticket);
  std::span<const std::uint8_t> bytes;
  if (read_ahead_) {
    FEEDRATE_TRY(full, read_ahead_->take(ticket, desk.bytes));
    times.waited = true;
    times.read_ahead = full;
    bytes = desk.bytes;
  } else {
    const Slowed slowed(definition_.slowdown.read);
    FEEDRATE_TRY(found, samples_.bytes(item.index, desk.bytes));
    bytes = found;
  }
  times.bytes = bytes.size();
  times.had_bytes = host::monotonic_ns();
  if (auto decoded = desk.decode(bytes, Draws(definition_.seed, item.epoch, item.index)); !decoded)
    return while_doing(std::move(decoded).error(), format("decoding {}", samples_.name(item.index)));
  times.decoded = host::monotonic_ns();
  desk.transform(to);
  times.made = host::monotonic_ns();
  return times;
}

void Pipeline::Running::settle() {
  std::unique_lock guard(lock_);
  changed_.wait(guard, [&] { return working_ == 0; });
}

std::int64_t Pipeline::Running::idle_ns() {
  const std::lock_guard guard(lock_);
  return idle_ns_ + idle_ * host::monotonic_ns();
}

Expected<BatchView> Pipeline::Running::next() {
  std::unique_lock guard(lock_);
  if (error_) return Unexpected(*error_);
  if (returned_ > 0) allow_batch();
  Slot& slot = slots_[returned_ % slots_.size()];
  changed_.wait(guard, [&] { return slot.missing == 0; });
  if (slot.error) {
    error_ = slot.error;
    return Unexpected(*error_);
  }
  const std::uint64_t number = returned_++;
  return BatchView{slot.planes.values(),         definition_.batch,
                   definition_.crop.height,      definition_.crop.width,
                   number / batches_per_epoch(), number % batches_per_epoch()};
}

}  // namespace feedrate::native
