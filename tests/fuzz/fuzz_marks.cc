// Any bytes as a marks file, and any bytes as the records behind a right header: reading ends, stays inside the file,
// gives the same marks in one go as while the file grows, and what was read can be written and read again.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <vector>

#include "feedrate/contract/marks/reader.h"
#include "feedrate/contract/marks/writer.h"

namespace {

using namespace feedrate::contract::marks;

bool same(const std::vector<Mark>& a, const std::vector<Mark>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Mark& x, const Mark& y) {
    return std::tie(x.kind, x.id, x.time_ns, x.a, x.b) == std::tie(y.kind, y.id, y.time_ns, y.a, y.b);
  });
}

// As a follower sees it: first with only half of its records written, then whole.
std::vector<Mark> read_in_two(const std::vector<std::byte>& file) {
  auto half = file;
  const std::size_t records = (file.size() - kHeaderBytes) / kRecordBytes;
  std::fill(half.begin() + static_cast<std::ptrdiff_t>(kHeaderBytes + kRecordBytes * (records / 2)), half.end(),
            std::byte{0});
  Reader reader;
  std::vector<Mark> marks;
  if (reader.more(half, marks)) static_cast<void>(reader.more(file, marks));
  return marks;
}

void check(std::vector<std::byte> file) {
  const auto segment = read_segment(file, "fuzz.marks");
  for (std::uint16_t slot = 0; slot <= kNameSlots; ++slot) FEEDRATE_CHECK(name_in(file, slot).size() <= kNameBytes);
  Reader reader;
  std::vector<Mark> marks;
  const auto status = reader.more(file, marks);
  FEEDRATE_CHECK(marks.size() == reader.read());
  static_cast<void>(is_torn(file, reader.read()));
  if (!segment) return;
  FEEDRATE_CHECK(marks.size() <= segment->capacity);
  FEEDRATE_CHECK(same(read_in_two(file), marks));
  set_control(file, Control::kStop);
  FEEDRATE_CHECK(read_segment(file, "stopped.marks").has_value());
  if (segment->capacity == 0) return;

  std::vector<std::byte> copy(file.size());
  Writer writer(copy, {segment->pid, segment->parent, segment->segment, segment->role, segment->monotonic_ns,
                       segment->realtime_ns, segment->boot_id, segment->cell});
  for (const auto& mark : marks) FEEDRATE_CHECK(writer.append(mark));
  writer.count_samples(samples_done(file));
  FEEDRATE_CHECK(samples_done(copy) == samples_done(file));
  const auto again = read_segment(copy, "again.marks");
  FEEDRATE_CHECK(again.has_value() && again->cell == segment->cell && again->boot_id == segment->boot_id);
  Reader second;
  std::vector<Mark> read_again;
  FEEDRATE_CHECK(second.more(copy, read_again).has_value());
  FEEDRATE_CHECK(same(read_again, marks));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::byte*>(data);
  check({bytes, bytes + size});

  const std::size_t records = std::max<std::size_t>(size / kRecordBytes, 1);
  std::vector<std::byte> file(kHeaderBytes + kRecordBytes * records);
  const Writer writer(file, {.cell = "0123456789abcdef0123456789abcdef"});
  std::copy_n(bytes, std::min(size, kRecordBytes * records), file.begin() + static_cast<std::ptrdiff_t>(kHeaderBytes));
  check(std::move(file));
  return 0;
}
