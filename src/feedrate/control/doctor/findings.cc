#include "feedrate/control/doctor/findings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

// A torch DataLoader of 2 workers, prefetch 2, batches of 64 float32 pictures of 224x224 has 154 MB on the way.
constexpr std::int64_t kSmallShm = 256 << 20;
// Each batch on its way holds descriptors, and so does every file a worker has open.
constexpr std::int64_t kFewFiles = 1024;
constexpr double kBusyCpus = 0.2;
constexpr double kSteal = 0.01;

std::string gib(std::int64_t bytes) {
  const double value = static_cast<double>(bytes) / 1073741824.0;
  return value < 1 ? format("{:.0f} MiB", value * 1024) : format("{:.1f} GiB", value);
}

std::string cpus(double count) {
  return count == std::floor(count) ? format("{:.0f}", count) : format("{:.2g}", count);
}

std::string how_to_get_more(const std::string& bound) {
  if (bound == "affinity") return "start it without taskset, or with more CPUs";
  if (bound == "cpuset") return "give the container or job more CPUs (docker --cpuset-cpus, Slurm --cpus-per-task)";
  if (bound == "cgroup quota") return "raise the quota (docker --cpus, Kubernetes limits.cpu), or use as few workers";
  return "ask Slurm for more (--cpus-per-task), or use as few workers";
}

class Doctor {
 public:
  explicit Doctor(const Look& look) : look_(look) {}

  std::vector<Complaint> all() {
    processors();
    memory();
    shared_memory();
    open_files();
    load();
    governor();
    threads();
    numa();
    storage();
    std::stable_sort(out_.begin(), out_.end(), [](const auto& a, const auto& b) { return a.level < b.level; });
    return out_;
  }

 private:
  void warn(std::string what, std::string fix) { out_.push_back({Level::kWarn, std::move(what), std::move(fix)}); }
  void note(std::string what, std::string fix) { out_.push_back({Level::kNote, std::move(what), std::move(fix)}); }

  void processors() {
    const auto& bound = host::binding(look_.bounds);
    if (bound.what == "machine") return;
    warn(format("{} of {} CPUs can be used: {}", cpus(bound.cpus), cpus(look_.bounds.cpus.front().cpus), bound.what),
         how_to_get_more(bound.what));
    if (bound.what == "cgroup quota" && bound.cpus != std::floor(bound.cpus))
      note(format("a quota of {} CPUs stops all threads together when it is used up", cpus(bound.cpus)),
           format("at most {} busy at a time keep below it", std::max(1, static_cast<int>(bound.cpus))));
  }

  void memory() {
    const auto& bound = host::memory_binding(look_.bounds);
    if (bound.what == "machine") return;
    note(format("{} of {} memory can be used: {}; the page cache counts in it", gib(bound.bytes),
                gib(look_.bounds.memory.front().bytes), bound.what),
         "data larger than that is read from the device in every epoch");
  }

  void shared_memory() {
    const auto& shm = look_.bounds.shm;
    if (!shm) return warn("there is no /dev/shm: torch workers cannot hand over batches", "mount a tmpfs there");
    if (shm->free < kSmallShm)
      warn(
          format("/dev/shm has {} free of {}: batches of torch workers go through it", gib(shm->free), gib(shm->bytes)),
          shm->bytes < kSmallShm ? "docker run --shm-size=8g; or mount -o remount,size=8G /dev/shm"
                                 : "remove what others left there: ls -l /dev/shm");
  }

  void open_files() {
    const auto& files = look_.bounds.files;
    if (files.soft >= kFewFiles) return;
    warn(format("{} files can be open at once", files.soft),
         files.hard > files.soft
             ? format("ulimit -n {}", std::min<std::int64_t>(files.hard, 65536))
             : format("raise the hard limit, which is {} too (/etc/security/limits.conf)", files.hard));
  }

  void load() {
    if (!look_.load) return;
    if (look_.load->busy_cpus >= kBusyCpus)
      warn(format("others keep {:.1f} of {} CPUs busy right now", look_.load->busy_cpus,
                  cpus(look_.bounds.cpus.front().cpus)),
           "see who: top -o %CPU; measure when it is quiet, or sliced");
    if (look_.load->steal_share >= kSteal)
      warn(format("{:.1f} % of the CPU time is stolen by other guests of this host", 100 * look_.load->steal_share),
           "absolute rates will wander: trust only ratios, sliced");
  }

  void governor() {
    if (look_.governor && *look_.governor == "powersave")
      note("the CPU governor is powersave", "cpupower frequency-set -g performance");
  }

  void threads() {
    const double usable = host::binding(look_.bounds).cpus;
    for (const auto& [name, value] : look_.threads) {
      int count = 0;
      auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), count);
      if (code != std::errc() || end != value.data() + value.size() || count < 1)
        warn(format("{}={} is no number of threads", name, value), format("unset {}, or set it to 1", name));
      else if (count > usable)
        warn(format("{}={} is more than the {} CPUs that can be used", name, value, cpus(usable)),
             format("export {}={}", name, std::max(1, static_cast<int>(usable))));
    }
  }

  void numa() {
    if (look_.numa_nodes > 1)
      note(format("{} NUMA nodes: a worker on one and its memory on another is slower", look_.numa_nodes),
           "numactl --cpunodebind=0 --membind=0 feedrate run EXP");
  }

  void storage() {
    if (!look_.file_system) return;
    const auto& found = *look_.file_system;
    if (found.storage == host::StorageClass::kNetwork)
      note(format("{} is on {} (a network file system, mounted at {})", look_.data, found.type, found.mount),
           "copy the data to a local disk to see what the network costs");
    if (found.storage == host::StorageClass::kUser)
      note(format("{} is on {}, mounted at {}: every read goes through a process", look_.data, found.type, found.mount),
           "copy the data to a local disk to see what that costs");
    if (found.storage == host::StorageClass::kMemory)
      note(format("{} is in memory ({}, mounted at {})", look_.data, found.type, found.mount),
           "rates from there say nothing about a disk");
  }

  const Look& look_;
  std::vector<Complaint> out_;
};

}  // namespace

std::vector<Complaint> findings_of(const Look& look) { return Doctor(look).all(); }

std::string binding_words(const host::Bounds& bounds) { return host::binding(bounds).what; }

}  // namespace feedrate::control
