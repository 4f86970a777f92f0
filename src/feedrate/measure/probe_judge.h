// Whether a loader does what its recipe says, by what it made of the probe set: shape and type of its batches, pixels,
// and how often it mirrors, how large and where the parts are that it takes. Pure: the bytes of its batches in.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/contract/record/evidence.h"
#include "feedrate/measure/output.h"
#include "feedrate/measure/probe_part.h"
#include "feedrate/measure/train_steps.h"

namespace feedrate::measure {

class ProbeJudge {
 public:
  // `asked`: samples that were to come.
  ProbeJudge(TrainSteps steps, std::int64_t asked) : steps_(std::move(steps)), asked_(asked) {}

  // A batch, as measure/output.h reads it; in the order in which they came.
  void take(std::string_view file);
  [[nodiscard]] contract::OutputEvidence found() const;
  [[nodiscard]] std::int64_t samples() const { return samples_; }

 private:
  void take_sample(const Output& batch, std::size_t number);
  void take_part(const ProbePart& part);
  void take_pixels(const ProbeSample& sample, const ProbePart& part, bool shrinks);
  // Why it is other work, where that can be said in words.
  [[nodiscard]] std::optional<std::string> otherwise() const;
  [[nodiscard]] std::optional<std::string> normalised_otherwise() const;
  [[nodiscard]] std::optional<std::string> detail_otherwise() const;
  [[nodiscard]] std::optional<std::string> spread_otherwise() const;

  // What the checkerboard adds to a smooth picture, over some samples.
  struct Detail {
    std::int64_t samples = 0;
    double product = 0;  // of what was found and what was expected
    double found = 0;    // squares
    double expected = 0;
  };

  TrainSteps steps_;
  std::int64_t asked_;
  std::int64_t samples_ = 0;
  std::int64_t unknown_ = 0;  // samples that are no part of a picture
  std::optional<std::string> gives_;
  std::optional<std::string> fault_;                         // of the first batch that cannot be used
  double lowest_ = std::numeric_limits<double>::infinity();  // of its red and green, as they come
  double highest_ = -std::numeric_limits<double>::infinity();
  std::map<int, std::vector<ProbePart>> parts_;  // of each picture that came
  std::vector<double> areas_;                    // shares of the picture
  std::vector<double> shapes_;                   // logarithms of width / height
  std::vector<double> places_;                   // 0: at the left or top edge, 1: at the other
  std::int64_t mirrored_ = 0;
  std::int64_t again_ = 0;  // pictures that had come before
  std::int64_t alike_ = 0;  // of those, a part that had come before
  Apart apart_;
  std::int64_t compared_ = 0;  // samples
  Detail all_;
  Detail shrunk_;  // of parts that were made clearly smaller
};

}  // namespace feedrate::measure
