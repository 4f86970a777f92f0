#include "feedrate/app/native/marks_file.h"

#include <unistd.h>

#include <vector>

#include "feedrate/host/clock.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {

using contract::marks::Kind;
using contract::marks::Mark;

Expected<std::unique_ptr<MarksFile>> MarksFile::open(const std::string& folder, const std::string& cell,
                                                     std::uint32_t capacity) {
  std::unique_ptr<MarksFile> out(new MarksFile(folder, cell, capacity));
  FEEDRATE_TRY(segment, out->make_segment());
  out->first_ = std::move(segment);
  return out;
}

Expected<std::unique_ptr<MarksFile::Segment>> MarksFile::make_segment() {
  const std::string path = format("{}/{}-{}.marks", folder_, getpid(), segments_);
  FEEDRATE_TRY(file, host::MappedFile::create(path, contract::marks::file_bytes(capacity_)));
  const std::string boot = host::boot_id();
  const contract::marks::Identity identity{.pid = getpid(),
                                           .parent = getppid(),
                                           .segment = segments_,
                                           .role = contract::marks::Role::kMain,
                                           .monotonic_ns = host::monotonic_ns(),
                                           .realtime_ns = host::realtime_ns(),
                                           .boot_id = boot,
                                           .cell = cell_};
  ++segments_;
  const auto bytes = file.bytes();
  return std::make_unique<Segment>(Segment{std::move(file), contract::marks::Writer(bytes, identity)});
}

Status MarksFile::append(Mark mark) {
  mark.time_ns = host::monotonic_ns();
  if ((later_ ? later_ : first_)->writer.append(mark)) return {};
  FEEDRATE_TRY(next, make_segment());
  later_ = std::move(next);
  for (const auto& [slot, name] : names_) later_->writer.name(slot, name);
  FEEDRATE_CHECK(later_->writer.append(mark));
  return {};
}

Status MarksFile::phase(contract::marks::Phase phase) {
  return append({.kind = Kind::kPhase, .a = static_cast<std::uint64_t>(phase)});
}

Status MarksFile::batch(std::uint32_t samples, std::uint64_t bytes) {
  return append({.kind = Kind::kBatch, .a = bytes, .b = samples});
}

Status MarksFile::epoch(std::uint64_t number) { return append({.kind = Kind::kEpoch, .a = number}); }

Status MarksFile::asked() { return append({.kind = Kind::kAsked, .b = 1}); }

Status MarksFile::segment(std::uint64_t entry, contract::marks::Mode mode) {
  return append({.kind = Kind::kSegment, .a = entry, .b = static_cast<std::uint32_t>(mode)});
}

Status MarksFile::loader(std::string_view name, int workers, int prefetch, std::uint64_t epoch_batches) {
  set_name(0, name);
  return append({.kind = Kind::kLoader,
                 .a = static_cast<std::uint64_t>(workers) | (static_cast<std::uint64_t>(prefetch) << 32U),
                 .b = static_cast<std::uint32_t>(epoch_batches)});
}

void MarksFile::set_name(std::uint16_t slot, std::string_view name) {
  names_[slot] = name;
  (later_ ? later_ : first_)->writer.name(slot, name);
}

void MarksFile::name_stage(std::uint16_t slot, std::string_view name) { set_name(slot, name); }

Status MarksFile::stage(std::uint16_t slot, std::int64_t ns, std::uint32_t word) {
  return append({.kind = Kind::kStage, .id = slot, .a = static_cast<std::uint64_t>(ns), .b = word});
}

Status MarksFile::queue(std::uint16_t slot, std::uint64_t millionths, std::uint32_t looks) {
  return append({.kind = Kind::kQueue, .id = slot, .a = millionths, .b = looks});
}

Status MarksFile::bytes(std::uint16_t slot, std::uint64_t bytes) {
  return append({.kind = Kind::kBytes, .id = slot, .a = bytes});
}

Status MarksFile::cost() {
  constexpr std::uint32_t kMarks = 4096;
  std::vector<std::byte> memory(contract::marks::file_bytes(kMarks));
  contract::marks::Writer writer(memory, {});
  const std::int64_t start = host::monotonic_ns();
  for (std::uint32_t i = 0; i < kMarks; ++i) writer.append({.kind = Kind::kBatch, .time_ns = host::monotonic_ns()});
  const std::int64_t taken = host::monotonic_ns() - start;
  return append({.kind = Kind::kCost, .a = static_cast<std::uint64_t>(taken) / kMarks});
}

}  // namespace feedrate::app
