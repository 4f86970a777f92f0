// The schedule file: what the agent asks of a watched program while it runs, in the folder of its marks. Which batches
// of its training loader come from where; entries are appended and never change. Every rank of the program reads the
// same one and counts for itself the batches it was given, so that they change over at the same batch. All numbers
// little-endian.
//
//   header   128 bytes: magic, version, capacity, entries published (u64), 40 bytes 0, name of the training loader
//   entries  16 bytes each: the batch it begins with (u64), Mode (u32), batches to drain (u32)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "feedrate/contract/marks/format.h"

namespace feedrate::contract::marks {

inline constexpr const char* kScheduleFile = "schedule";
inline constexpr char kScheduleMagic[8] = {'F', 'R', 'S', 'C', 'H', 'E', 'D', '\0'};
inline constexpr std::uint32_t kScheduleVersion = 1;
inline constexpr std::uint32_t kScheduleCapacity = 4096;

struct ScheduleHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t capacity;
  std::uint64_t published;
  char reserved[40];
  char loader[kNameBytes];
};
struct ScheduleEntry {
  std::uint64_t at = 0;  // batches that the program was given before
  Mode mode = Mode::kReal;
  std::uint32_t batches = 0;  // to drain, in mode kLoader
};
static_assert(sizeof(ScheduleHeader) == 128 && offsetof(ScheduleHeader, published) == 16 &&
              offsetof(ScheduleHeader, loader) == 64 && sizeof(ScheduleEntry) == 16);

inline constexpr std::size_t kScheduleBytes =
    sizeof(ScheduleHeader) + sizeof(ScheduleEntry) * std::size_t{kScheduleCapacity};

class ScheduleWriter {
 public:
  // `file` is zeroed memory of kScheduleBytes and outlives the writer.
  explicit ScheduleWriter(std::span<std::byte> file);

  // Before the first entry.
  void name_loader(std::string_view name);
  // Appended together: a reader sees all of them or none. False where they do not fit.
  bool publish(std::span<const ScheduleEntry> entries);
  [[nodiscard]] std::uint64_t published() const { return published_; }

 private:
  std::span<std::byte> file_;
  std::uint64_t published_ = 0;
};

// Of a program in C++; Python has its own. `file` outlives it.
class ScheduleReader {
 public:
  explicit ScheduleReader(std::span<const std::byte> file);

  [[nodiscard]] std::uint64_t published() const;
  // number < published()
  [[nodiscard]] ScheduleEntry entry(std::uint64_t number) const;

 private:
  std::span<const std::byte> file_;
};

}  // namespace feedrate::contract::marks
