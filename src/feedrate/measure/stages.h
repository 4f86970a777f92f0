// Stage marks -> what each piece of a loader's work took while it worked as it always does. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "feedrate/contract/marks/format.h"
#include "feedrate/contract/record/program.h"

namespace feedrate::measure {

class Stages {
 public:
  // Only what ended within these spans counts; they are in order, and may touch.
  explicit Stages(const std::vector<std::pair<std::int64_t, std::int64_t>>& spans);

  // `by_worker`: the process that marked is one.
  void take(const std::string& name, const contract::marks::Mark& mark, bool by_worker);
  // In the order they were first seen.
  [[nodiscard]] std::vector<contract::StageSum> all() const;

 private:
  struct Seen {
    contract::StageSum sum;
    double filled = 0;  // over all looks
    std::uint64_t looks = 0;
  };
  [[nodiscard]] bool counts(std::int64_t time_ns) const;

  std::map<std::int64_t, std::int64_t> spans_;  // start to end, those that touch as one
  std::vector<Seen> seen_;
};

}  // namespace feedrate::measure
