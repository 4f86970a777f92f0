#include "feedrate/contract/marks/schedule.h"

#include <atomic>
#include <cstring>

#include "feedrate/base/error.h"

namespace feedrate::contract::marks {

ScheduleWriter::ScheduleWriter(std::span<std::byte> file) : file_(file) {
  FEEDRATE_CHECK(file.size() == kScheduleBytes);
  ScheduleHeader header{};
  std::memcpy(header.magic, kScheduleMagic, sizeof header.magic);
  header.version = kScheduleVersion;
  header.capacity = kScheduleCapacity;
  std::memcpy(file_.data(), &header, sizeof header);
}

void ScheduleWriter::name_loader(std::string_view name) {
  FEEDRATE_CHECK(published_ == 0);
  name.copy(reinterpret_cast<char*>(file_.data()) + offsetof(ScheduleHeader, loader), kNameBytes);
}

bool ScheduleWriter::publish(std::span<const ScheduleEntry> entries) {
  if (published_ + entries.size() > kScheduleCapacity) return false;
  std::memcpy(file_.data() + sizeof(ScheduleHeader) + sizeof(ScheduleEntry) * published_, entries.data(),
              entries.size_bytes());
  published_ += entries.size();
  auto* word = reinterpret_cast<std::uint64_t*>(file_.data() + offsetof(ScheduleHeader, published));
  std::atomic_ref<std::uint64_t>(*word).store(published_, std::memory_order_release);
  return true;
}

ScheduleReader::ScheduleReader(std::span<const std::byte> file) : file_(file) {
  FEEDRATE_CHECK(file.size() == kScheduleBytes);
}

std::uint64_t ScheduleReader::published() const {
  auto* word = const_cast<std::byte*>(file_.data() + offsetof(ScheduleHeader, published));
  return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(word)).load(std::memory_order_acquire);
}

ScheduleEntry ScheduleReader::entry(std::uint64_t number) const {
  FEEDRATE_CHECK(number < kScheduleCapacity);
  ScheduleEntry out;
  std::memcpy(&out, file_.data() + sizeof(ScheduleHeader) + sizeof(ScheduleEntry) * number, sizeof out);
  return out;
}

}  // namespace feedrate::contract::marks
