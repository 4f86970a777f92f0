// What stands between this machine and a fast, repeatable loader: facts -> findings, each with what to do about it.
// Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/host/bounds.h"
#include "feedrate/host/filesystem.h"
#include "feedrate/host/gpu.h"
#include "feedrate/host/load.h"

namespace feedrate::control {

// Everything doctor looks at. What a machine does not have is absent.
struct Look {
  host::Bounds bounds;
  std::optional<host::Load> load;
  std::optional<std::string> governor;
  int numa_nodes = 1;
  std::string data;  // the folder that was looked at
  std::optional<host::FileSystem> file_system;
  std::map<std::string, std::string> threads;  // OMP_NUM_THREADS and its like, those that are set
  host::Gpus gpus;
};

enum class Level { kWarn, kNote };

struct Complaint {
  Level level = Level::kNote;
  std::string what;
  std::string fix;
};

// Warnings first.
std::vector<Complaint> findings_of(const Look& look);

// "machine" when nothing binds.
std::string binding_words(const host::Bounds& bounds);

}  // namespace feedrate::control
