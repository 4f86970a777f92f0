// Baseline files: baselines/NAME/PROFILE.json, one a profile, made to be committed.
#pragma once

#include <map>
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

// What decides comparability of a run, by name.
using ProfileFields = std::map<std::string, std::string>;
struct RunProfile {
  std::string profile;
  ProfileFields fields;
};
// `data`: where the data lies; empty where that is not known yet.
RunProfile profile_here(const std::string& data);

// The one for a profile. Faults: kInput when there is none of the name, kNotComparable when there is one of another
// profile only, with the fields that differ.
Expected<contract::Baseline> baseline_for(const std::string& name, const RunProfile& profile);
// "cpus 2 here, 16 there; memory 24g here, 64g there"
std::string differing_fields(const contract::Baseline& baseline, const RunProfile& profile);

// The sessions of a run; all on one profile.
struct RunSessions {
  StoredPlan plan;
  RunProfile profile;
  std::vector<contract::Session> sessions;
  std::int64_t fewest_batches = 0;  // measured of a case, over the blocks of its last session
};
Expected<RunSessions> load_sessions(const std::string& run);

}  // namespace feedrate::app
