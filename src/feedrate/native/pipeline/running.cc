#include "feedrate/native/pipeline/running.h"

#include "feedrate/native/media/random.h"
#include "feedrate/native/storage/order.h"
#include "feedrate/native/transform/resize_flip_normalise.h"

namespace feedrate::native {

Pipeline::Running::Running(const Definition& definition, Samples samples, int readers, SampleDone sample_done)
    : definition_(definition),
      samples_(std::move(samples)),
      sample_done_(std::move(sample_done)),
      linear_(linear_of(definition.normalise)),
      batch_(static_cast<std::uint64_t>(definition.batch)),
      sample_size_(static_cast<std::size_t>(definition.crop.width) * static_cast<std::size_t>(definition.crop.height) *
                   kChannels),
      slots_(static_cast<std::size_t>(definition.prefetch) + 1),  // one more: the batch that the caller holds
      desks_(static_cast<std::size_t>(definition.threads)),
      workers_(definition.threads) {
  for (Slot& slot : slots_) slot.planes = Aligned<float>(batch_ * sample_size_);
  if (readers > 0)
    read_ahead_.emplace([this](std::uint64_t ticket,
                               std::vector<std::uint8_t>& to) { return samples_.read(item_of(ticket).index, to); },
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
  for (; working_ < definition_.threads; ++working_) {
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

    Status made = make(ticket, desk, slot.planes.values().subspan(place * sample_size_, sample_size_));
    if (made && sample_done_) sample_done_();

    guard.lock();
    if (!made && (!slot.error || place < slot.failed_at)) {
      slot.error = std::move(made).error();
      slot.failed_at = place;
    }
    if (--slot.missing == 0) changed_.notify_all();
  }
  desks_.push_back(std::move(desk));
  --working_;
  changed_.notify_all();
}

Pipeline::Running::Item Pipeline::Running::item_of(std::uint64_t ticket) const {
  const std::uint64_t batch_number = ticket / batch_;
  const std::uint64_t epoch = batch_number / batches_per_epoch();
  const std::uint64_t place = batch_number % batches_per_epoch() * batch_ + ticket % batch_;
  return {epoch, Order(samples_.size(), definition_.seed, epoch).at(place)};
}

Status Pipeline::Running::make(std::uint64_t ticket, Desk& desk, std::span<float> to) {
  const Item item = item_of(ticket);
  std::span<const std::uint8_t> bytes;
  if (read_ahead_) {
    FEEDRATE_TRY_STATUS(read_ahead_->take(ticket, desk.bytes));
    bytes = desk.bytes;
  } else {
    FEEDRATE_TRY(found, samples_.bytes(item.index, desk.bytes));
    bytes = found;
  }
  const auto damaged = [&](Error error) {
    return while_doing(std::move(error), format("decoding {}", samples_.name(item.index)));
  };
  auto size = desk.decoder.open(bytes);
  if (!size) return damaged(std::move(size).error());
  Draws draws(definition_.seed, item.epoch, item.index);
  const Box box = draw_box(definition_.crop, *size, draws);
  const bool mirrored = draw_flip(definition_.flip, draws);
  auto part = desk.decoder.decode(box, desk.image);
  if (!part) return damaged(std::move(part).error());
  resize_flip_normalise(*part, definition_.crop.width, definition_.crop.height, mirrored, linear_, desk.resizer, to);
  return {};
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
