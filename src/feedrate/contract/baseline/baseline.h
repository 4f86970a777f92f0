// A baseline: what a workload did on one profile, by sessions, in a file that can be committed. It moves only when a
// person accepts a new one; the first is kept as an anchor, so that many small losses add up to one that is seen.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"

namespace feedrate::contract {

inline constexpr const char* kBaselineSchema = "feedrate/baseline/1";

// A case in one session: mean of the log rates of its solo windows.
struct SessionRate {
  std::string case_id;
  std::string name;  // as people know it
  double log_rate = 0;
  std::int64_t blocks = 0;
};

// The blocks of one sitting. Blocks of one are alike in ways that sessions are not, so that sessions are what counts.
struct Session {
  std::string started;  // UTC, ISO 8601
  std::vector<SessionRate> rates;
};

// Sessions of the same software.
struct SessionSet {
  std::string accepted;                       // UTC, ISO 8601
  std::optional<std::string> commit;          // of the working tree, where there is one
  std::map<std::string, std::string> builds;  // by subject
  std::vector<Session> sessions;
};

struct Baseline {
  std::string name;
  std::string experiment;
  std::string profile;
  std::map<std::string, std::string> profile_fields;
  SessionSet latest;
  std::optional<SessionSet> anchor;  // absent while the first is the latest
};

Expected<Baseline> read_baseline(const Value& value, const std::string& file);
Value write_baseline(const Baseline& baseline);

}  // namespace feedrate::contract
