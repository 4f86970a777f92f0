// Trying another number of workers on a wrapped program: what was asked, what is said before it is tried, and what is
// kept of both.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/diagnose/predict.h"
#include "feedrate/control/store/store.h"

namespace feedrate::app {

struct WhatIf {
  std::map<std::string, std::int64_t> changes;  // workers, prefetch

  [[nodiscard]] bool empty() const { return changes.empty(); }
  [[nodiscard]] std::string text() const;         // "workers=4"
  [[nodiscard]] std::string environment() const;  // what the hook understands
};

// Of texts such as "workers=4".
Expected<WhatIf> read_what_if(const std::vector<std::string>& texts);

// Looks how fast they are together: nothing else should run.
control::Cpus cpus_here();

// Absent where there is no model for such a change, or the evidence does not carry one.
std::optional<control::Prediction> predict(const WhatIf& what_if, const contract::Record& base);

// The newest record of that plan that has an answer; one that other work disturbed only where there is no other.
Expected<std::optional<contract::Record>> last_answer(control::Store& store, const std::string& plan);

// Kept in the run's folder.
Status keep(const control::Store& store, const control::Checked& checked);
// Of this run and all that lie beside it: the model is the same for all.
std::vector<control::Checked> all_checked(const control::Store& store);

}  // namespace feedrate::app
