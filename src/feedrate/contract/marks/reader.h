// Reads marks out of a file's bytes, also while its process still writes or after it was killed in the middle of a
// mark: a record that is not whole ends the reading, and is counted as torn when anything of it was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/marks/format.h"

namespace feedrate::contract::marks {

struct Segment {
  std::int32_t pid = 0;
  std::int32_t parent = 0;
  std::uint32_t segment = 0;
  Role role = Role::kMain;
  std::int64_t monotonic_ns = 0;
  std::int64_t realtime_ns = 0;
  std::uint32_t capacity = 0;
  std::string boot_id;
  std::string cell;
};

// The header, checked against the file's size. `file` names it in messages.
Expected<Segment> read_segment(std::span<const std::byte> bytes, const std::string& file);

// Follows one file. Keep it and call more() as the file grows; bytes must always be of the same file.
class Reader {
 public:
  // Appends the marks that became whole since the last call. An error is a record no writer makes (unknown kind).
  Status more(std::span<const std::byte> bytes, std::vector<Mark>& out);
  [[nodiscard]] std::uint32_t read() const { return next_ - 1; }

 private:
  std::uint32_t next_ = 1;
};

// Whether something of the record after the last whole one was written: only meaningful when the writer is dead.
bool is_torn(std::span<const std::byte> bytes, std::uint32_t whole);

std::uint64_t samples_done(std::span<const std::byte> bytes);
// The name in a slot; empty where none was written.
std::string name_in(std::span<const std::byte> bytes, std::uint16_t slot);
void set_control(std::span<std::byte> bytes, Control control);

}  // namespace feedrate::contract::marks
