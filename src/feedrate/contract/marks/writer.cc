#include "feedrate/contract/marks/writer.h"

#include <atomic>
#include <cstring>

#include "feedrate/base/error.h"

namespace feedrate::contract::marks {
namespace {

template <std::size_t N>
void copy_text(std::string_view text, char (&out)[N]) {
  text.copy(out, N);  // unlike memcpy it may be given an empty view
}

}  // namespace

Writer::Writer(std::span<std::byte> file, const Identity& identity)
    : file_(file), capacity_(static_cast<std::uint32_t>((file.size() - kHeaderBytes) / kRecordBytes)) {
  FEEDRATE_CHECK(file.size() > kHeaderBytes);
  Header header{};
  header.version = kVersion;
  header.header_bytes = kHeaderBytes;
  header.record_bytes = kRecordBytes;
  header.capacity = capacity_;
  header.pid = identity.pid;
  header.parent = identity.parent;
  header.segment = identity.segment;
  header.role = static_cast<std::uint32_t>(identity.role);
  header.monotonic_ns = identity.monotonic_ns;
  header.realtime_ns = identity.realtime_ns;
  copy_text(identity.boot_id, header.boot_id);
  copy_text(identity.cell, header.cell);
  std::memcpy(file_.data(), &header, sizeof header);
  // The magic comes last: a reader that sees it sees the whole header.
  std::atomic_thread_fence(std::memory_order_release);
  std::memcpy(file_.data(), kMagic, sizeof kMagic);
}

bool Writer::append(const Mark& mark) {
  if (next_ > capacity_) return false;
  auto* record = reinterpret_cast<Record*>(file_.data() + kHeaderBytes + kRecordBytes * (next_ - 1));
  record->kind = static_cast<std::uint16_t>(mark.kind);
  record->id = mark.id;
  record->time_ns = mark.time_ns;
  record->a = mark.a;
  record->b = mark.b;
  std::atomic_ref<std::uint32_t>(record->first).store(next_, std::memory_order_release);
  std::atomic_ref<std::uint32_t>(record->last).store(next_, std::memory_order_release);
  ++next_;
  return true;
}

void Writer::count_samples(std::uint64_t n) {
  auto* word = reinterpret_cast<std::uint64_t*>(file_.data() + offsetof(Header, samples_done));
  std::atomic_ref<std::uint64_t>(*word).fetch_add(n, std::memory_order_relaxed);
}

void Writer::name(std::uint16_t slot, std::string_view name) {
  FEEDRATE_CHECK(slot < kNameSlots);
  name.copy(reinterpret_cast<char*>(file_.data()) + kNamesAt + kNameBytes * slot, kNameBytes);
}

Control Writer::control() const {
  auto* word = reinterpret_cast<std::uint64_t*>(file_.data() + offsetof(Header, control));
  return static_cast<Control>(std::atomic_ref<std::uint64_t>(*word).load(std::memory_order_acquire));
}

}  // namespace feedrate::contract::marks
