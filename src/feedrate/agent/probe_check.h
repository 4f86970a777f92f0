// Whether the loaders of a block do what their recipe says: each goes over the probe set when its clock is done, in a
// process of its own, and what it made is read by measure/probe_judge.h. The first block of a comparison that native,
// who paints the pictures, takes part in.
#pragma once

#include <optional>
#include <string>

#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/evidence.h"
#include "feedrate/measure/train_steps.h"

namespace feedrate::agent {

class ProbeCheck {
 public:
  // `folder` is made when it is needed, and gone with this object.
  ProbeCheck(const contract::BlockSpec& block, std::string folder);
  ~ProbeCheck();
  ProbeCheck(const ProbeCheck&) = delete;
  ProbeCheck& operator=(const ProbeCheck&) = delete;

  [[nodiscard]] bool is_wanted() const { return steps_.has_value(); }
  // Absent where it takes no such order, or there are no pictures.
  std::optional<contract::OutputEvidence> ask(const contract::ProcessGroup& group);

 private:
  bool has_pictures();
  // Our own programs; what somebody else's does with words it does not know, nobody knows.
  [[nodiscard]] bool takes_such_orders(const contract::ProcessGroup& group) const;

  std::string folder_;
  std::uint32_t seed_;
  std::optional<measure::TrainSteps> steps_;
  std::string native_;  // the program
  std::optional<bool> painted_;
};

}  // namespace feedrate::agent
