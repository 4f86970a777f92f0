#include "feedrate/contract/marks/reader.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace feedrate::contract::marks {
namespace {

std::string text_of(const char* from, std::size_t most) { return {from, strnlen(from, most)}; }

std::uint32_t capacity_of(std::span<const std::byte> bytes) {
  return bytes.size() < kHeaderBytes ? 0 : static_cast<std::uint32_t>((bytes.size() - kHeaderBytes) / kRecordBytes);
}

// The agent reads what another process writes; atomic_ref wants a pointer to non-const, though it only loads.
template <class T>
T load(const std::byte* at) {
  return std::atomic_ref<T>(*reinterpret_cast<T*>(const_cast<std::byte*>(at))).load(std::memory_order_acquire);
}

}  // namespace

Expected<Segment> read_segment(std::span<const std::byte> bytes, const std::string& file) {
  if (bytes.size() < kHeaderBytes)
    return input_error(
        format("{}: {} bytes are too few for a marks file; expected at least {}", file, bytes.size(), kHeaderBytes));
  if (std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    return input_error(file + ": not a marks file (no FRMARKS at its start)");
  std::atomic_thread_fence(std::memory_order_acquire);
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != kVersion)
    return input_error(
        format("{}: marks format version {}; this program reads version {}", file, header.version, kVersion));
  if (header.header_bytes != kHeaderBytes || header.record_bytes != kRecordBytes)
    return input_error(format("{}: header of {} bytes and records of {}; expected {} and {}", file, header.header_bytes,
                              header.record_bytes, kHeaderBytes, kRecordBytes));
  if (header.capacity != capacity_of(bytes) ||
      bytes.size() != kHeaderBytes + kRecordBytes * std::size_t{header.capacity})
    return input_error(format("{}: says it holds {} records, but has {} bytes", file, header.capacity, bytes.size()));
  if (header.role > static_cast<std::uint32_t>(Role::kWorker))
    return input_error(format("{}: unknown role {}", file, header.role));
  Segment out;
  out.pid = header.pid;
  out.parent = header.parent;
  out.segment = header.segment;
  out.role = static_cast<Role>(header.role);
  out.monotonic_ns = header.monotonic_ns;
  out.realtime_ns = header.realtime_ns;
  out.capacity = header.capacity;
  out.boot_id = text_of(header.boot_id, sizeof header.boot_id);
  out.cell = text_of(header.cell, sizeof header.cell);
  return out;
}

Status Reader::more(std::span<const std::byte> bytes, std::vector<Mark>& out) {
  const std::uint32_t capacity = capacity_of(bytes);
  for (; next_ <= capacity; ++next_) {
    const std::byte* at = bytes.data() + kHeaderBytes + kRecordBytes * std::size_t{next_ - 1};
    // Last first: the writer stores it last, so everything before it is there.
    if (load<std::uint32_t>(at + offsetof(Record, last)) != next_ || load<std::uint32_t>(at) != next_) return {};
    Record record;
    std::memcpy(&record, at, sizeof record);
    if (record.kind < static_cast<std::uint16_t>(Kind::kPhase) || record.kind > static_cast<std::uint16_t>(kLastKind))
      return input_error(format("mark {} is of unknown kind {}", next_, record.kind));
    out.push_back({static_cast<Kind>(record.kind), record.id, record.time_ns, record.a, record.b});
  }
  return {};
}

bool is_torn(std::span<const std::byte> bytes, std::uint32_t whole) {
  if (whole >= capacity_of(bytes)) return false;
  const auto record = bytes.subspan(kHeaderBytes + kRecordBytes * std::size_t{whole}, kRecordBytes);
  return std::any_of(record.begin(), record.end(), [](std::byte b) { return b != std::byte{0}; });
}

std::uint64_t samples_done(std::span<const std::byte> bytes) {
  FEEDRATE_CHECK(bytes.size() >= kHeaderBytes);
  return load<std::uint64_t>(bytes.data() + offsetof(Header, samples_done));
}

std::string name_in(std::span<const std::byte> bytes, std::uint16_t slot) {
  if (slot >= kNameSlots || bytes.size() < kHeaderBytes) return {};
  return text_of(reinterpret_cast<const char*>(bytes.data()) + kNamesAt + kNameBytes * slot, kNameBytes);
}

void set_control(std::span<std::byte> bytes, Control control) {
  FEEDRATE_CHECK(bytes.size() >= kHeaderBytes);
  auto* word = reinterpret_cast<std::uint64_t*>(bytes.data() + offsetof(Header, control));
  std::atomic_ref<std::uint64_t>(*word).store(static_cast<std::uint64_t>(control), std::memory_order_release);
}

}  // namespace feedrate::contract::marks
