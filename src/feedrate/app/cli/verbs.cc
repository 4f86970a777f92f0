#include "feedrate/app/cli/verb.h"

namespace feedrate::app {

std::vector<Verb> all_verbs() {
  return {doctor_verb(),          quick_verb(),           wrap_verb(),          plan_verb(),          run_verb(),
          status_verb(),          compare_verb(),         gate_verb(),          tune_verb(),          stages_verb(),
          baseline_record_verb(), baseline_accept_verb(), baseline_show_verb(), baseline_list_verb(), explain_verb(),
          report_verb(),          coverage_verb(),        bundle_verb(),        dataset_make_verb(),  pack_verb(),
          subjects_verb(),        recipes_verb(),         profile_show_verb(),  import_verb(),        ci_init_verb(),
          selftest_verb(),        agent_verb(),           schema_verb(),        judge_verb()};
}

int exit_code(const Error& error) {
  switch (error.fault) {
    case Fault::kInput:
      return 2;
    case Fault::kNotComparable:
      return 3;
    case Fault::kFailed:
      return 5;
    case Fault::kInterrupted:
      return 130;
  }
  return 5;
}

}  // namespace feedrate::app
