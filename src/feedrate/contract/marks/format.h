// The marks file: what a measured process leaves behind while it runs. One file a process (and another when it is
// full), mapped and append-only, so that it survives SIGKILL and can be read while it is written. All numbers
// little-endian.
//
//   header   4096 bytes: Header, then kNameSlots names of kNameBytes bytes, zero-padded
//   records  32 bytes each; a record is whole when its first and last word both hold its sequence number (from 1)
#pragma once

#include <cstddef>
#include <cstdint>

namespace feedrate::contract::marks {

inline constexpr char kMagic[8] = {'F', 'R', 'M', 'A', 'R', 'K', 'S', '\0'};
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kHeaderBytes = 4096;
inline constexpr std::size_t kRecordBytes = 32;
inline constexpr std::size_t kNamesAt = 256;
inline constexpr std::size_t kNameBytes = 64;
inline constexpr std::size_t kNameSlots = 60;
inline constexpr std::uint32_t kDefaultCapacity = 32768;  // records a file: 1 MiB, about an hour of batches

enum class Role : std::uint32_t { kMain = 0, kWorker = 1 };

struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint32_t record_bytes;
  std::uint32_t capacity;  // records that fit
  std::int32_t pid;
  std::int32_t parent;
  std::uint32_t segment;  // 0 for the first file of a process, then 1, 2, ...
  std::uint32_t role;
  std::int64_t monotonic_ns;  // the two clocks read together when the file was made:
  std::int64_t realtime_ns;   // ranks on other nodes are merged by them
  std::uint64_t
      samples_done;       // counted by whoever finishes samples in this process; 0 and never changed where nobody does
  std::uint64_t control;  // written by the agent: Control
  char boot_id[40];       // of the kernel: monotonic clocks compare only within one boot
  char cell[32];          // the cell the process believes it runs
};
static_assert(sizeof(Header) == 144 && offsetof(Header, samples_done) == 56 && offsetof(Header, control) == 64 &&
              offsetof(Header, cell) == 112);

// What the agent tells the subject, polled by it between batches.
enum class Control : std::uint64_t { kRun = 0, kStop = 1 };

enum class Kind : std::uint16_t {
  kPhase = 1,   // a: Phase
  kBatch = 2,   // a batch is ready: samples in b, bytes in a; id: name slot of the loader, where a program has several
  kEpoch = 3,   // an epoch ended before the next batch: its number (from 0) in a; id as for a batch
  kStage = 4,   // id: name slot; a: nanoseconds; b: as stage_word() makes it
  kSource = 5,  // id: name slot; samples from that source in b
  kCost = 6,    // a: nanoseconds that one mark takes in this process, counted before it was ready
  // Of a program whose loaders are watched; the loader's name slot in id.
  kAsked = 7,    // it asks for a batch; b: whether gradients are kept
  kSegment = 8,  // a: which entry of the schedule begins; b: its Mode
  kLoader = 9,   // an epoch begins; a: workers, and in the upper half batches each may be ahead; b: batches an epoch
  // Of a stage; its name slot in id.
  kQueue = 10,  // how full what it takes from was: millionths, summed over b looks, in a
  kBytes = 11,  // bytes that it gave on, in a
};
inline constexpr Kind kLastKind = Kind::kBytes;
enum class Phase : std::uint64_t { kStarted = 1, kReady = 2, kEnding = 3 };
// Where the batches of a watched program's training loader come from.
enum class Mode : std::uint32_t {
  kReal = 0,
  kReplay = 1,  // from memory, again and again
  kLoader = 2,  // the loader's, but drained: the program waits
  kEnd = 3,     // the program is ended
  kOff = 4,     // the loader's, and nothing more is asked of it
};
enum class Wait : std::uint32_t { kBusy = 0, kInput = 1, kOutput = 2, kOnCpu = 3 };  // the last: a part of busy
// Not by the thread that marks, but by threads it has for that: they are the loader's workers.
inline constexpr std::uint32_t kByThreads = 0x100;
// `batches` that it is about; 0 stands for one.
[[nodiscard]] constexpr std::uint32_t stage_word(Wait wait, bool by_threads = false, std::uint32_t batches = 0) {
  return static_cast<std::uint32_t>(wait) | (by_threads ? kByThreads : 0) | batches << 16U;
}
[[nodiscard]] constexpr Wait wait_of(std::uint32_t word) { return static_cast<Wait>(word & 0xffU); }

struct Mark {
  Kind kind = Kind::kPhase;
  std::uint16_t id = 0;
  std::int64_t time_ns = 0;  // CLOCK_MONOTONIC
  std::uint64_t a = 0;
  std::uint32_t b = 0;
};

// A record as it lies in the file.
struct Record {
  std::uint32_t first;
  std::uint16_t kind;
  std::uint16_t id;
  std::int64_t time_ns;
  std::uint64_t a;
  std::uint32_t b;
  std::uint32_t last;
};
static_assert(sizeof(Record) == kRecordBytes && offsetof(Record, time_ns) == 8 && offsetof(Record, last) == 28);

}  // namespace feedrate::contract::marks
