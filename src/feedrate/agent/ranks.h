// How far each rank of a watched program is: batches that it was given, entries of the schedule that it began. Read as
// the marks come in.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "feedrate/agent/marks_folder.h"

namespace feedrate::agent {

class Ranks {
 public:
  explicit Ranks(std::string loader) : loader_(std::move(loader)) {}

  void follow(const MarksFolder& marks);
  // Of the foremost.
  [[nodiscard]] std::uint64_t delivered() const;
  // Whether all are that far; false while there is none.
  [[nodiscard]] bool all_began(std::uint64_t entries) const;
  [[nodiscard]] bool all_ending() const;
  // The slot of the training loader's name, of each process that trains.
  [[nodiscard]] std::map<int, std::uint16_t> slots() const;

 private:
  struct Rank {
    std::uint16_t slot = 0;
    std::size_t read = 0;
    bool is_draining = false;
    bool is_ending = false;
    std::uint64_t delivered = 0;
    std::uint64_t began = 0;
  };
  std::string loader_;
  std::map<int, Rank> ranks_;
};

}  // namespace feedrate::agent
