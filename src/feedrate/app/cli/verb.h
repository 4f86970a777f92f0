// What every verb is: its words and options (arguments.h), and what it does. The table of all of them is verbs.cc.
#pragma once

#include <vector>

#include "feedrate/app/cli/arguments.h"
#include "feedrate/base/error.h"

namespace feedrate::app {

// Exit codes, as PRODUCT lists them; errors get theirs from their fault.
inline constexpr int kOk = 0;
inline constexpr int kRegressed = 1;
inline constexpr int kCannotTell = 4;
inline constexpr int kNothingMeasured = 5;

struct Verb {
  VerbSpec spec;
  Expected<int> (*run)(const Arguments& arguments);
};

Verb doctor_verb();
Verb quick_verb();
Verb wrap_verb();
Verb profile_show_verb();
Verb subjects_verb();
Verb recipes_verb();
Verb plan_verb();
Verb run_verb();
Verb status_verb();
Verb report_verb();
Verb coverage_verb();
Verb bundle_verb();
Verb compare_verb();
Verb gate_verb();
Verb tune_verb();
Verb stages_verb();
Verb baseline_record_verb();
Verb baseline_accept_verb();
Verb baseline_show_verb();
Verb baseline_list_verb();
Verb explain_verb();
Verb selftest_verb();
Verb ci_init_verb();
Verb dataset_make_verb();
Verb pack_verb();
Verb import_verb();
Verb agent_verb();
Verb schema_verb();
Verb judge_verb();

// In the order of the first help screen; verbs without a group are for programs and not listed.
std::vector<Verb> all_verbs();

int exit_code(const Error& error);

}  // namespace feedrate::app
