// The ruler for token sequences: windows of a folder's tokens in a drawn order -> batches of int64, samples x length,
// for ever, epoch after epoch. A thread makes whole batches: one sample would be less work than to ask for it. What a
// batch holds depends on the definition alone. One thread calls next().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/aligned.h"
#include "feedrate/native/pipeline/ticket_threads.h"
#include "feedrate/native/storage/token_files.h"

namespace feedrate::native {

struct TokenDefinition {
  std::string folder;
  int length = 1024;
  std::uint64_t item_limit = 0;  // the first so many windows; 0: all
  int batch = 64;
  int threads = 1;
  int prefetch = 2;  // batches made ahead of the one the caller holds
  std::uint64_t seed = 0;
};

class TokenBatches {
 public:
  // `made` is called for every batch, by the thread that made it.
  [[nodiscard]] static Expected<std::unique_ptr<TokenBatches>> start(const TokenDefinition& definition,
                                                                     std::function<void()> made = {});

  // Valid until the next call.
  Expected<std::span<const std::int64_t>> next();

  [[nodiscard]] std::uint64_t batches_per_epoch() const { return items_ / batch_; }

 private:
  TokenBatches(const TokenDefinition& definition, TokenFiles files, std::uint64_t items, std::function<void()> made);
  void make(std::uint64_t number);
  [[nodiscard]] Aligned<std::int64_t>& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  const TokenDefinition definition_;
  const TokenFiles files_;
  const std::uint64_t items_;
  const std::uint64_t batch_;
  const std::function<void()> made_;
  std::vector<Aligned<std::int64_t>> slots_;
  std::uint64_t returned_ = 0;
  std::unique_ptr<TicketThreads> threads_;  // last: ends before what its threads use
};

}  // namespace feedrate::native
