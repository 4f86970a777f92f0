// The store at size: writes N valid records through it as agents would, then times what `status` asks, deletes the
// index, lets it be made again and compares.
//
//   scale_store N [FOLDER]
//
// Works in a folder of its own in FOLDER (or TMPDIR), which it removes. Fails when the status takes 2 s or more, when
// the index that was made again answers anything else, or when memory grows with N.
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "feedrate/control/store/sample_block.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control {
namespace {

constexpr int kCellsPerBlock = 20;
constexpr double kStatusLimitSeconds = 2;
// The index's own cache fills while it grows; beyond that nothing may.
constexpr double kMemoryGrowthLimitMb = 32;

class Watch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

double peak_memory_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

contract::Outcome outcome_of(std::int64_t cell) {
  switch (cell % 50) {
    case 0:
      return contract::Failed{contract::Cause::kSignal, "signal 11"};
    case 1:
      return contract::Hung{30, "window", {}};
    case 2:
      return contract::Unsupported{"no such codec"};
    default:
      return contract::Measured{};
  }
}

// Twelve blocks a comparison; every hundredth block is interrupted and leaves orphans.
Status add_block(Store& store, std::int64_t number) {
  const auto block = sample::block(static_cast<int>(number / 12), static_cast<int>(1 + number % 12), 1, kCellsPerBlock);
  FEEDRATE_TRY(work, store.begin_block(block));
  for (std::size_t i = 0; i < block.order.size(); ++i) {
    const auto record = sample::record(block, i, outcome_of(number * kCellsPerBlock + static_cast<std::int64_t>(i)));
    FEEDRATE_TRY_STATUS(sample::write_record(work, record));
  }
  if (number % 100 != 99) FEEDRATE_TRY_STATUS(sample::write_receipt(work, sample::receipt(block)));
  FEEDRATE_TRY(absorbed, store.absorb(work));
  if (!absorbed.problems.empty()) return Unexpected(absorbed.problems.front());
  return {};
}

Status add_all(const std::string& folder, std::int64_t records) {
  FEEDRATE_TRY(store, Store::create(folder));
  const std::int64_t blocks = records / kCellsPerBlock;
  const Watch watch;
  double early_peak = 0;
  for (std::int64_t number = 0; number < blocks; ++number) {
    FEEDRATE_TRY_STATUS(add_block(store, number));
    if (number == blocks / 10) early_peak = peak_memory_mb();
  }
  const double growth = peak_memory_mb() - early_peak;
  std::printf("write    %8.1f s  %.0f records/s  peak %.0f MB, %.0f MB more than after a tenth\n", watch.seconds(),
              static_cast<double>(records) / watch.seconds(), peak_memory_mb(), growth);
  if (growth > kMemoryGrowthLimitMb) return failure("memory grows with the number of records");
  return {};
}

struct Answers {
  Counts counts;
  Progress progress;
  std::string digest;
  bool operator==(const Answers&) const = default;
};

// What `status` does, from nothing.
Expected<Answers> ask(const std::string& folder, const char* name, std::int64_t records, double limit) {
  const Watch watch;
  FEEDRATE_TRY(store, Store::open(folder));
  const double opened = watch.seconds();
  Answers answers;
  FEEDRATE_TRY(progress, store.progress(sample::plan_id(), records));
  const double seconds = watch.seconds();
  std::printf("%s %8.3f s  of which %.3f s to open; total %lld done %lld failed %lld  peak %.0f MB\n", name, seconds,
              opened, static_cast<long long>(progress.total), static_cast<long long>(progress.done),
              static_cast<long long>(progress.failed), peak_memory_mb());
  if (seconds >= limit) return failure(format("{} took {:.1f} s, expected less than {:.0f} s", name, seconds, limit));
  FEEDRATE_TRY(counts, store.counts(sample::plan_id()));
  if (counts.done() + counts.broken() + counts.orphans != records)
    return failure(format("found {} cells, expected {}", counts.done() + counts.broken() + counts.orphans, records));
  FEEDRATE_TRY(digest, store.index_digest());
  return Answers{counts, progress, digest};
}

Status measure(const std::string& folder, std::int64_t records) {
  FEEDRATE_TRY_STATUS(add_all(folder, records));
  FEEDRATE_TRY(before, ask(folder, "status  ", records, kStatusLimitSeconds));
  const RunFolder files(folder);
  FEEDRATE_TRY(size, host::file_size(files.index()));
  std::printf("index    %8.1f MB\n", static_cast<double>(size) / 1e6);
  for (const char* suffix : {"", "-wal", "-shm"}) FEEDRATE_TRY_STATUS(host::remove_tree(files.index() + suffix));
  const double peak = peak_memory_mb();
  FEEDRATE_TRY(after, ask(folder, "rebuild ", records, 3600));
  if (!(after == before)) return failure("the index that was made again answers something else");
  if (peak_memory_mb() - peak > kMemoryGrowthLimitMb)
    return failure("rebuilding takes memory with the number of records");
  FEEDRATE_TRY(again, ask(folder, "status  ", records, kStatusLimitSeconds));
  if (!(again == before)) return failure("the second status answers something else");
  std::printf("the same answers and rows: %s\n", before.digest.c_str());
  return {};
}

int run(int argc, char** argv) {
  std::int64_t records = 0;
  const char* end = argc > 1 ? argv[1] + std::strlen(argv[1]) : nullptr;
  if (argc < 2 || argc > 3 || std::from_chars(argv[1], end, records).ptr != end || records < 100) {
    std::fprintf(stderr, "usage: scale_store N [FOLDER]    N: records to write, 100 or more\n");
    return 2;
  }
  records -= records % kCellsPerBlock;
  const char* temporary = std::getenv("TMPDIR");
  std::string folder = std::string(argc > 2 ? argv[2] : temporary != nullptr ? temporary : "/tmp") + "/store_XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) {
    std::fprintf(stderr, "scale_store: cannot make a folder %s\n", folder.c_str());
    return 1;
  }
  const auto measured = measure(folder + "/run", records);
  const auto removed = host::remove_tree(folder);
  for (const auto* status : {&measured, &removed})
    if (!*status) std::fprintf(stderr, "scale_store: %s\n", status->error().text().c_str());
  return measured && removed ? 0 : 1;
}

}  // namespace
}  // namespace feedrate::control

int main(int argc, char** argv) { return feedrate::control::run(argc, argv); }
