// The page cache under a cell's data: put into the state that was asked for before it starts, and looked at before and
// after. What happened in between is told by the bytes that came from the device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/contract/record/resources.h"
#include "feedrate/contract/work/work.h"
#include "feedrate/host/proc.h"

namespace feedrate::agent {

// The files that a case's samples lie in.
struct DataFiles {
  std::vector<std::string> paths;
  std::vector<std::string> looked_at;  // some of them, where there are many
  std::int64_t bytes = 0;
  std::int64_t items = 0;     // samples they hold
  bool in_memory = false;     // a file system without a device
  bool device_counts = true;  // bytes from its device are accounted to the process that reads
};
// Empty where the work reads no folder.
DataFiles list_data(const contract::CaseSpec& what);

// What was read from the opening of the window to the end.
struct ReadWhileMeasured {
  host::IoBytes io;
  std::int64_t samples = 0;  // delivered
};
std::optional<contract::CacheState> cache_state(const contract::CacheEvidence& found, const DataFiles& files);

class DataCache {
 public:
  DataCache(std::shared_ptr<const DataFiles> files, contract::Cache asked, contract::Source source);

  // Evicts or loads the data where that was asked for, and looks.
  void prepare();
  [[nodiscard]] contract::CacheEvidence after(const ReadWhileMeasured& read) const;
  [[nodiscard]] bool asked_cold() const { return asked_ == contract::Cache::kCold; }
  // The label of a cell whose cache was not what was asked for.
  [[nodiscard]] std::optional<std::string> not_as_asked(const contract::CacheEvidence& found) const;

 private:
  std::shared_ptr<const DataFiles> files_;
  contract::Cache asked_;
  contract::Source source_;
  std::optional<double> resident_before_;
};

}  // namespace feedrate::agent
