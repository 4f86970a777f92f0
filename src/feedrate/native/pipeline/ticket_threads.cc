#include "feedrate/native/pipeline/ticket_threads.h"

#include <algorithm>
#include <limits>
#include <system_error>

namespace feedrate::native {
namespace {

constexpr auto kNothing = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Expected<std::unique_ptr<TicketThreads>> TicketThreads::start(int threads, std::uint64_t ahead, Work work) {
  std::unique_ptr<TicketThreads> out(new TicketThreads(ahead, std::move(work)));
  out->doing_.assign(static_cast<std::size_t>(threads), kNothing);
  try {
    for (std::size_t i = 0; i < out->doing_.size(); ++i) out->threads_.emplace_back(&TicketThreads::run, out.get(), i);
  } catch (const std::system_error& error) {
    return failure(format("cannot start {} threads: {}", threads, error.what()));
  }
  return out;
}

TicketThreads::~TicketThreads() {
  {
    const std::lock_guard guard(lock_);
    stopping_ = true;
  }
  allowed_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void TicketThreads::run(std::size_t thread) {
  std::unique_lock guard(lock_);
  for (;;) {
    allowed_.wait(guard, [&] { return stopping_ || next_ < most_; });
    if (stopping_) return;
    const std::uint64_t ticket = next_++;
    doing_[thread] = ticket;
    guard.unlock();
    Status status = work_(ticket, thread);
    guard.lock();
    doing_[thread] = kNothing;
    if (!status) {
      if (!error_) error_ = std::move(status).error();
      stopping_ = true;
      allowed_.notify_all();
    }
    done_.notify_one();
  }
}

bool TicketThreads::is_done(std::uint64_t count) const {
  return next_ >= count && std::all_of(doing_.begin(), doing_.end(), [&](auto ticket) { return ticket >= count; });
}

Status TicketThreads::wait_for(std::uint64_t count) {
  std::unique_lock guard(lock_);
  most_ = std::max(most_, count + ahead_);
  allowed_.notify_all();
  done_.wait(guard, [&] { return error_ || is_done(count); });
  if (error_) return Unexpected(*error_);
  return {};
}

}  // namespace feedrate::native
