// What the native program says of its stages when it runs each by itself, in turns with the whole pipeline.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/record/program.h"

namespace feedrate::contract {

inline constexpr const char* kStageTrialSchema = "feedrate/stage-trial/1";

// Samples a second, one after the other on the same machine, so that a turn is slow or fast as a whole.
struct StageTurn {
  std::optional<double> read;              // absent where samples lie in memory
  std::optional<double> read_cpu_seconds;  // a sample
  double decode = 0;
  double transform = 0;
  double pipeline = 0;
};

struct StageTrial {
  double cpus = 1;
  int threads = 1;
  int readers = 0;  // threads that only read; 0: who decodes reads
  std::vector<StageTurn> turns;
  double seconds = 0;            // of the pipeline's turns
  std::int64_t samples = 0;      // made in them
  std::vector<StageSum> stages;  // in them
};

Expected<StageTrial> read_stage_trial(const Value& value, const std::string& file);
Value write_stage_trial(const StageTrial& trial);

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::StageTurn> {
  static constexpr auto doc = "samples/s of each stage alone, and of all together";
  static constexpr auto table = std::tuple{
      field("read", &contract::StageTurn::read, "reading alone", at_least(0)),
      field("read_cpu_seconds", &contract::StageTurn::read_cpu_seconds, "of it on a CPU, a sample", at_least(0)),
      field("decode", &contract::StageTurn::decode, "decoding alone", at_least(0)),
      field("transform", &contract::StageTurn::transform, "resizing, mirroring and normalising alone", at_least(0)),
      field("pipeline", &contract::StageTurn::pipeline, "all together", at_least(0))};
};
template <>
struct Fields<contract::StageTrial> {
  static constexpr auto doc = "the stages of the native pipeline, alone and together";
  static constexpr auto table =
      std::tuple{field("cpus", &contract::StageTrial::cpus, "that the pipeline may use", at_least(0)),
                 field("threads", &contract::StageTrial::threads, "threads that decode and transform", range(1, 1024)),
                 field("readers", &contract::StageTrial::readers, "threads that only read", range(0, 1024)),
                 field("turns", &contract::StageTrial::turns, "in order", filled()),
                 field("seconds", &contract::StageTrial::seconds, "of the pipeline's turns", at_least(0)),
                 field("samples", &contract::StageTrial::samples, "made in them", at_least(0)),
                 field("stages", &contract::StageTrial::stages, "what its threads did in them")};
};

}  // namespace feedrate
