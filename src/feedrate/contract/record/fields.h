// Field tables of records and receipts.
#pragma once

#include "feedrate/contract/block/fields.h"
#include "feedrate/contract/record/record.h"

namespace feedrate {

template <>
struct Names<contract::Clock> {
  static constexpr std::array<std::pair<contract::Clock, const char*>, 1> names = {
      {{contract::Clock::kMonotonic, "monotonic"}}};
};
template <>
struct Fields<contract::TimingScope> {
  static constexpr auto doc = "where the clock starts and stops";
  static constexpr auto table =
      std::tuple{field("scope", &contract::TimingScope::scope, "what lies between start and stop", name_rule()),
                 field("clock", &contract::TimingScope::clock, "which clock"),
                 field("interleave", &contract::TimingScope::interleave, "how the arms shared the time")};
};
template <>
struct Fields<contract::Record> {
  static constexpr auto doc = "one cell";
  static constexpr auto table =
      std::tuple{field("id", &contract::Record::id, "the cell's id", id_rule()),
                 field("case_id", &contract::Record::case_id, "the case's id", id_rule()),
                 field("comparison", &contract::Record::comparison, "the comparison's id", id_rule()),
                 field("plan", &contract::Record::plan, "the plan's id", id_rule()),
                 field("block_id", &contract::Record::block_id, "the block's id", id_rule()),
                 field("block", &contract::Record::block, "number of the block; 0 is the burn-in", range(0, 1e6)),
                 field("attempt", &contract::Record::attempt, "which attempt at that block", range(1, 1e6)),
                 field("build", &contract::Record::build, "identity of the software under test", id_rule()),
                 field("versions", &contract::Record::versions, "of the libraries that did the work, where known"),
                 field("profile", &contract::Record::profile, "what decides comparability", filled()),
                 field("environment", &contract::Record::environment, "hash of the full environment", id_rule()),
                 field("node", &contract::Record::node, "the machine's name"),
                 field("started", &contract::Record::started, "UTC, ISO 8601", filled()),
                 field("what", &contract::Record::what, "the case"),
                 field("scope", &contract::Record::scope, "where the clock starts and stops"),
                 field("predecessors", &contract::Record::predecessors, "cells the block ran before it", id_rule()),
                 field("labels", &contract::Record::labels, "short, not steady, disturbed, ...", Rule{.name = true}),
                 field("footnote", &contract::Record::footnote, "the person's label and note"),
                 field("evidence", &contract::Record::evidence, "what was seen"),
                 field("outcome", &contract::Record::outcome, "how it ended")};
};
template <>
struct Fields<contract::Receipt> {
  static constexpr auto doc = "these cells are a finished block";
  static constexpr auto table =
      std::tuple{field("block_id", &contract::Receipt::block_id, "the block's id", id_rule()),
                 field("attempt", &contract::Receipt::attempt, "which attempt", range(1, 1e6)),
                 field("cells", &contract::Receipt::cells, "its cells, in the order they ran", id_rule())};
};

}  // namespace feedrate
