// Joins contract's mark writer with host's mapped files: the marks of this process, a new file when one is full. One
// thread marks; any thread counts samples.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/contract/marks/writer.h"
#include "feedrate/host/mapped_file.h"

namespace feedrate::app {

class MarksFile {
 public:
  static Expected<std::unique_ptr<MarksFile>> open(const std::string& folder, const std::string& cell,
                                                   std::uint32_t capacity = contract::marks::kDefaultCapacity);

  Status phase(contract::marks::Phase phase);
  Status batch(std::uint32_t samples, std::uint64_t bytes);
  Status epoch(std::uint64_t number);
  // Of a program that trains from this process's one loader: it asks for a batch; another entry of the schedule begins;
  // what the loader is like.
  Status asked();
  Status segment(std::uint64_t entry, contract::marks::Mode mode);
  Status loader(std::string_view name, int workers, int prefetch, std::uint64_t epoch_batches);
  // Of the stage whose name is in `slot`: its times, how full what it takes from was, and the bytes it gave on.
  void name_stage(std::uint16_t slot, std::string_view name);
  Status stage(std::uint16_t slot, std::int64_t ns, std::uint32_t word);
  Status queue(std::uint16_t slot, std::uint64_t millionths, std::uint32_t looks);
  Status bytes(std::uint16_t slot, std::uint64_t bytes);
  // Counts what a mark takes, in memory of its own, and says so.
  Status cost();
  // From any thread. Samples stay in the first file's counter whatever file the marks are in.
  void count_sample(std::uint64_t samples = 1) { first_->writer.count_samples(samples); }
  [[nodiscard]] bool should_stop() const { return first_->writer.control() == contract::marks::Control::kStop; }

 private:
  struct Segment {
    host::MappedFile file;
    contract::marks::Writer writer;
  };
  MarksFile(std::string folder, std::string cell, std::uint32_t capacity)
      : folder_(std::move(folder)), cell_(std::move(cell)), capacity_(capacity) {}
  Expected<std::unique_ptr<Segment>> make_segment();
  Status append(contract::marks::Mark mark);

  std::string folder_;
  std::string cell_;
  std::uint32_t capacity_;
  std::uint32_t segments_ = 0;
  void set_name(std::uint16_t slot, std::string_view name);

  std::map<std::uint16_t, std::string> names_;  // by slot, in every file; the loader's is in the first
  std::unique_ptr<Segment> first_;
  std::unique_ptr<Segment> later_;  // the current one, once the first is full
};

}  // namespace feedrate::app
