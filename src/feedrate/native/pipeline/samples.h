// The encoded pictures of a pipeline, by number: from their files, or from memory that was filled once. Immutable after
// open(); any number of threads, each with a buffer of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/pipeline/definition.h"
#include "feedrate/native/storage/sample_files.h"

namespace feedrate::native {

class Samples {
 public:
  [[nodiscard]] static Expected<Samples> open(const Definition& definition);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string name(std::size_t index) const { return files_.name(index); }

  // Seconds that whoever reads one of them stands still at present: the median of a few. Copying it is no waiting. Not
  // for Source::kMemory.
  [[nodiscard]] Expected<double> seconds_waiting() const;

  // Valid until `buffer` is used again.
  [[nodiscard]] Expected<std::span<const std::uint8_t>> bytes(std::size_t index,
                                                              std::vector<std::uint8_t>& buffer) const;
  // From its file.
  Status read(std::size_t index, std::vector<std::uint8_t>& to) const { return files_.read(index, to); }

 private:
  explicit Samples(SampleFiles files) : files_(std::move(files)), size_(files_.count()) {}
  Status preload();

  SampleFiles files_;
  std::size_t size_;
  std::vector<std::uint8_t> memory_;     // all files, one after the other; empty for Source::kStorage
  std::vector<std::size_t> boundaries_;  // size_ + 1 places in memory_
};

}  // namespace feedrate::native
