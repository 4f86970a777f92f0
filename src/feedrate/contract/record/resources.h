// What a cell took from the machine while it was measured: bytes from device or cache, CPUs, memory over time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

enum class CacheState {
  kCold,    // at least 95 % of the bytes came from the device
  kWarm,    // at most 5 %
  kMixed,   // in between
  kMemory,  // there is no device: the data is in memory
};

// From the opening of the window to the end.
struct CacheEvidence {
  std::optional<CacheState> state;        // absent where nobody can tell
  std::int64_t touched_bytes = 0;         // of the samples that were delivered, as they lie in storage
  std::int64_t read_bytes = 0;            // asked for by read calls, of any file or pipe
  std::int64_t device_bytes = 0;          // that came from a device
  std::int64_t data_bytes = 0;            // all of the data
  std::optional<double> resident_before;  // share of the data in the page cache when the cell started
  std::optional<double> resident_after;
};

// While the window was open.
struct CpuEvidence {
  std::int64_t threads = 0;            // most alive at once
  std::int64_t allowed_cpus = 0;       // that its threads may run on
  double machine_cpus = 0;             // that the agent may use
  std::optional<double> runnable;      // threads that ran or waited for a CPU, mean over looks
  std::optional<double> waited_share;  // of the time its threads were runnable, waiting for a CPU
};

// Of the whole tree.
struct MemoryEvidence {
  std::int64_t looks = 0;
  std::int64_t pss_bytes = 0;            // at the last look
  std::int64_t uss_bytes = 0;            // what no other process shares
  std::int64_t grown_bytes = 0;          // PSS, from the first look to the last
  std::optional<double> bytes_a_second;  // slope of PSS over running time; absent where there were too few looks
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::CacheState> {
  static constexpr std::array<std::pair<contract::CacheState, const char*>, 4> names = {
      {{contract::CacheState::kCold, "cold"},
       {contract::CacheState::kWarm, "warm"},
       {contract::CacheState::kMixed, "mixed"},
       {contract::CacheState::kMemory, "memory"}}};
};
template <>
struct Fields<contract::CacheEvidence> {
  static constexpr auto doc = "where the bytes came from while it was measured";
  static constexpr auto table = std::tuple{
      field("state", &contract::CacheEvidence::state, "what that makes it; absent where nobody can tell"),
      field("touched_bytes", &contract::CacheEvidence::touched_bytes, "bytes of the samples delivered", at_least(0)),
      field("read_bytes", &contract::CacheEvidence::read_bytes, "asked for by read calls", at_least(0)),
      field("device_bytes", &contract::CacheEvidence::device_bytes, "that came from a device", at_least(0)),
      field("data_bytes", &contract::CacheEvidence::data_bytes, "all of the data", at_least(0)),
      field("resident_before", &contract::CacheEvidence::resident_before, "share in the page cache at the start",
            range(0, 1)),
      field("resident_after", &contract::CacheEvidence::resident_after, "and at the end", range(0, 1))};
};
template <>
struct Fields<contract::CpuEvidence> {
  static constexpr auto doc = "threads and CPUs while the window was open";
  static constexpr auto table = std::tuple{
      field("threads", &contract::CpuEvidence::threads, "most alive at once", at_least(0)),
      field("allowed_cpus", &contract::CpuEvidence::allowed_cpus, "CPUs its threads may run on", at_least(0)),
      field("machine_cpus", &contract::CpuEvidence::machine_cpus, "CPUs that the agent may use", at_least(0)),
      field("runnable", &contract::CpuEvidence::runnable, "threads that ran or waited for a CPU, mean", at_least(0)),
      field("waited_share", &contract::CpuEvidence::waited_share, "of their runnable time they waited", range(0, 1))};
};
template <>
struct Fields<contract::MemoryEvidence> {
  static constexpr auto doc = "memory of the whole tree over time";
  static constexpr auto table =
      std::tuple{field("looks", &contract::MemoryEvidence::looks, "how often it was looked at", at_least(1)),
                 field("pss_bytes", &contract::MemoryEvidence::pss_bytes, "PSS at the last look", at_least(0)),
                 field("uss_bytes", &contract::MemoryEvidence::uss_bytes, "shared with no other process", at_least(0)),
                 field("grown_bytes", &contract::MemoryEvidence::grown_bytes, "PSS, from the first look to the last"),
                 field("bytes_a_second", &contract::MemoryEvidence::bytes_a_second, "slope of PSS over running time")};
};

}  // namespace feedrate
