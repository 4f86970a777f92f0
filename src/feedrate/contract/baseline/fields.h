// Field tables of the baseline file; included where baselines are read, written or described, not by their users.
#pragma once

#include "feedrate/base/fields.h"
#include "feedrate/contract/baseline/baseline.h"

namespace feedrate {

template <>
struct Fields<contract::SessionRate> {
  static constexpr auto doc = "a case in one session";
  static constexpr auto table = std::tuple{
      field("case_id", &contract::SessionRate::case_id, "the case's id", id_rule()),
      field("name", &contract::SessionRate::name, "as people know it", filled()),
      field("log_rate", &contract::SessionRate::log_rate, "mean of the natural logarithms of its blocks' rates"),
      field("blocks", &contract::SessionRate::blocks, "blocks in it", at_least(1))};
};
template <>
struct Fields<contract::Session> {
  static constexpr auto doc = "the blocks of one sitting";
  static constexpr auto table = std::tuple{field("started", &contract::Session::started, "UTC, ISO 8601", filled()),
                                           field("rates", &contract::Session::rates, "what its cases did")};
};
template <>
struct Fields<contract::SessionSet> {
  static constexpr auto doc = "sessions of the same software";
  static constexpr auto table =
      std::tuple{field("accepted", &contract::SessionSet::accepted, "UTC, ISO 8601", filled()),
                 field("commit", &contract::SessionSet::commit, "of the working tree", filled()),
                 field("builds", &contract::SessionSet::builds, "subject to build"),
                 field("sessions", &contract::SessionSet::sessions, "in the order they ran")};
};
template <>
struct Fields<contract::Baseline> {
  static constexpr auto doc = "what a workload did on one profile, by sessions";
  static constexpr auto table =
      std::tuple{field("name", &contract::Baseline::name, "its name", name_rule()),
                 field("experiment", &contract::Baseline::experiment, "what was measured", name_rule()),
                 field("profile", &contract::Baseline::profile, "what decides comparability", filled()),
                 field("profile_fields", &contract::Baseline::profile_fields, "the same by name"),
                 field("latest", &contract::Baseline::latest, "what new results are held against"),
                 field("anchor", &contract::Baseline::anchor, "the first that was accepted, to see slow drift")};
};

}  // namespace feedrate
