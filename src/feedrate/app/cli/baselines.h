// Baseline files: baselines/NAME/PROFILE.json, one a profile, made to be committed.
#pragma once

#include <string>
#include <vector>

#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/contract/baseline/baseline.h"

namespace feedrate::app {

inline constexpr const char* kBaselines = "baselines";

std::string baseline_file(const std::string& name, const std::string& profile);
// Every baseline of that name, of any profile; of any name where it is empty.
Expected<std::vector<contract::Baseline>> load_baselines(const std::string& name);
Status save_baseline(const contract::Baseline& baseline);

// The one for this machine. Faults: kInput when there is none of the name, kNotComparable when there is one of another
// profile only, with the fields that differ.
Expected<contract::Baseline> baseline_here(const std::string& name);
// "cpus 2 here, 16 there; memory 24g here, 64g there"
std::string differing_fields(const contract::Baseline& baseline);

// The sessions of a run, made with this machine's profile.
struct RunSessions {
  StoredPlan plan;
  std::vector<contract::Session> sessions;
};
Expected<RunSessions> load_sessions(const std::string& run);

}  // namespace feedrate::app
