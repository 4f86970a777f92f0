#include "feedrate/contract/progress/progress.h"

#include "feedrate/base/write.h"

namespace feedrate {

template <>
struct Fields<contract::Progress> {
  static constexpr auto doc = "where a block stands";
  static constexpr auto table = std::tuple{
      field("cell", &contract::Progress::cell, "the cell", id_rule()),
      field("subject", &contract::Progress::subject, "its subject", name_rule()),
      field("stage", &contract::Progress::stage, "what it is doing", filled()),
      field("done", &contract::Progress::done, "batches, or seconds of slices", at_least(0)),
      field("of", &contract::Progress::of, "how many there will be", at_least(0)),
      field("rate", &contract::Progress::rate, "samples/s so far", at_least(0)),
  };
};

namespace contract {

Expected<Progress> read_progress(const Value& value, const std::string& file) { return read<Progress>(value, file); }

Value write_progress(const Progress& progress) { return write(progress); }

}  // namespace contract
}  // namespace feedrate
