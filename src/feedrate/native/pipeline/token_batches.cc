#include "feedrate/native/pipeline/token_batches.h"

#include <algorithm>

#include "feedrate/native/storage/order.h"

namespace feedrate::native {

Expected<std::unique_ptr<TokenBatches>> TokenBatches::start(const TokenDefinition& definition,
                                                            std::function<void()> made) {
  FEEDRATE_TRY(files, TokenFiles::open(definition.folder, definition.length));
  const std::uint64_t items =
      definition.item_limit == 0 ? files.windows() : std::min(definition.item_limit, files.windows());
  if (items < static_cast<std::uint64_t>(definition.batch))
    return input_error(format("{} gives {} samples of {} tokens and a batch is {}; expected at least one batch",
                              definition.folder, items, definition.length, definition.batch));
  std::unique_ptr<TokenBatches> out(new TokenBatches(definition, std::move(files), items, std::move(made)));
  auto* self = out.get();
  const auto make = [self](std::uint64_t number, std::size_t /*thread*/) {
    self->make(number);
    return Status();
  };
  FEEDRATE_TRY(threads,
               TicketThreads::start(definition.threads, static_cast<std::uint64_t>(definition.prefetch), make));
  out->threads_ = std::move(threads);
  return out;
}

TokenBatches::TokenBatches(const TokenDefinition& definition, TokenFiles files, std::uint64_t items,
                           std::function<void()> made)
    : definition_(definition),
      files_(std::move(files)),
      items_(items),
      batch_(static_cast<std::uint64_t>(definition.batch)),
      made_(std::move(made)) {
  const std::size_t values = batch_ * static_cast<std::size_t>(definition.length);
  // One more than may be made ahead: the one that the caller holds.
  for (int i = 0; i <= definition.prefetch; ++i) slots_.emplace_back(values);
}

void TokenBatches::make(std::uint64_t number) {
  const std::uint64_t epoch = number / batches_per_epoch();
  const std::uint64_t first = number % batches_per_epoch() * batch_;
  const Order order(items_, definition_.seed, epoch);
  std::int64_t* to = slot(number).values().data();
  for (std::uint64_t i = 0; i < batch_; ++i) {
    const auto window = files_.window(order.at(first + i));
    to = std::copy(window.begin(), window.end(), to);
  }
  if (made_) made_();
}

Expected<std::span<const std::int64_t>> TokenBatches::next() {
  const std::uint64_t number = returned_++;
  FEEDRATE_TRY_STATUS(threads_->wait_for(number + 1));
  return slot(number).values();
}

}  // namespace feedrate::native
