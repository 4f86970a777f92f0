// Writes marks into mapped memory (host maps the file). One thread writes marks; any thread may count samples. Never
// allocates, never draws a random number, never makes a system call.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "feedrate/contract/marks/format.h"

namespace feedrate::contract::marks {

struct Identity {
  std::int32_t pid = 0;
  std::int32_t parent = 0;
  std::uint32_t segment = 0;
  Role role = Role::kMain;
  std::int64_t monotonic_ns = 0;
  std::int64_t realtime_ns = 0;
  std::string_view boot_id = {};
  std::string_view cell = {};
};

[[nodiscard]] constexpr std::size_t file_bytes(std::uint32_t capacity) {
  return kHeaderBytes + kRecordBytes * capacity;
}

class Writer {
 public:
  // `file` is zeroed memory of file_bytes(capacity) and outlives the writer.
  Writer(std::span<std::byte> file, const Identity& identity);

  // False when the file is full: the caller maps the next segment.
  bool append(const Mark& mark);
  void count_samples(std::uint64_t n);
  void name(std::uint16_t slot, std::string_view name);
  [[nodiscard]] Control control() const;

 private:
  std::span<std::byte> file_;
  std::uint32_t capacity_;
  std::uint32_t next_ = 1;
};

}  // namespace feedrate::contract::marks
