// The plan a run folder was last run with: what report, compare and status need without asking the subjects again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "feedrate/control/plan/plan.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/store/store.h"

namespace feedrate::app {

struct StoredPlan {
  std::string id;
  std::string experiment;
  std::int64_t cases = 0;
  std::int64_t blocks = 0;
  std::int64_t cells = 0;
  double tolerance = 0.05;
  std::map<std::string, std::string> builds;  // by subject
  std::vector<std::string> excluded;          // "CASE: REASON"
};

// Also writes resolved_config.yaml.
Status save_plan(control::Store& store, const control::Plan& plan);
// The plan of results that no experiment made: an import.
Status save_plan(control::Store& store, const StoredPlan& plan);
Expected<StoredPlan> load_plan(const control::Store& store);

// The records of the stored plan that belong to finished blocks, and how many do not. Cells of other plans (another
// experiment, other builds) are stale and not looked at.
struct PlanRecords {
  std::vector<contract::Record> finished;
  std::int64_t orphans = 0;
  std::vector<Error> unreadable;
};
Expected<PlanRecords> load_records(control::Store& store, const StoredPlan& plan);

// The judged table of a run, with what it does not say. Records that cannot be read are named on standard error.
Expected<control::ReportPage> report_page(control::Store& store, const StoredPlan& plan, control::JudgeOptions options);

}  // namespace feedrate::app
