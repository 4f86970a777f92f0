// Field tables of the block file; included where blocks are read, written or described, not by their users.
#pragma once

#include "feedrate/contract/block/block.h"
#include "feedrate/contract/marks/mode_names.h"

namespace feedrate {

template <>
struct Fields<contract::Needs> {
  static constexpr auto doc = "what a node must have";
  static constexpr auto table =
      std::tuple{field("cpus", &contract::Needs::cpus, "CPUs", range(1, 65536)),
                 field("gpus", &contract::Needs::gpus, "GPUs", range(0, 1024)),
                 field("memory_bytes", &contract::Needs::memory_bytes, "memory", at_least(1))};
};
template <>
struct Fields<contract::Limits> {
  static constexpr auto doc = "what a cell may use before it is ended";
  static constexpr auto table = std::tuple{
      field("cell_seconds", &contract::Limits::cell_seconds, "running time of one cell", range(0.1, 1e7)),
      field("memory_bytes", &contract::Limits::memory_bytes, "memory (PSS) of the cell's process tree", at_least(1)),
      field("slow_seconds", &contract::Limits::slow_seconds, "of a sample, above which it is not measured",
            range(1e-6, 1e6))};
};
template <>
struct Fields<contract::Alternate> {
  static constexpr auto doc = "one arm after another";
  static constexpr auto table =
      std::tuple{field("reason", &contract::Alternate::reason, "why not sliced, when slicing was asked for")};
};
template <>
struct Fields<contract::Sliced> {
  static constexpr auto doc = "all arms alive, one thawed at a time";
  static constexpr auto table =
      std::tuple{field("long_seconds", &contract::Sliced::long_seconds, "length of the long slices of a burn-in",
                       range(0.001, 3600)),
                 field("short_seconds", &contract::Sliced::short_seconds, "length of a slice", range(0.001, 3600)),
                 field("running_seconds", &contract::Sliced::running_seconds, "thawed time an arm", range(0.01, 1e6)),
                 field("burn_in", &contract::Sliced::burn_in, "whether this block only shows if freezing is harmless")};
};
template <>
struct Fields<contract::Segments> {
  static constexpr auto doc = "one start, inside it real, replay and loader segments in turn";
  static constexpr auto table = std::tuple{
      field("segment_seconds", &contract::Segments::segment_seconds, "length of a segment, about", range(0.01, 3600)),
      field("blocks", &contract::Segments::blocks, "of a segment each, burn-in not counted", range(1, 1000)),
      field("most_blocks", &contract::Segments::most_blocks, "while there is no answer", range(1, 1000)),
      field("within", &contract::Segments::within, "how well an answer knows the stall: a share of the time",
            range(0.001, 1)),
      field("keep_running", &contract::Segments::keep_running, "whether the program is left to go on afterwards"),
      field("loader", &contract::Segments::loader, "the training loader, where it is named", filled()),
      field("only", &contract::Segments::only, "every segment is of this kind")};
};
template <>
struct Alternatives<contract::Interleave> {
  static constexpr const char* key = "kind";
  static constexpr std::array<const char*, 3> names = {"alternate", "sliced", "segments"};
};
template <>
struct Fields<contract::Start> {
  static constexpr auto doc = "how a subject is started";
  static constexpr auto table =
      std::tuple{field("command", &contract::Start::command, "program and arguments", filled()),
                 field("environment", &contract::Start::environment, "variables added to the agent's own")};
};
template <>
struct Fields<contract::CellSpec> {
  static constexpr auto doc = "one cell to run";
  static constexpr auto table = std::tuple{field("id", &contract::CellSpec::id, "the cell's id", id_rule()),
                                           field("case_id", &contract::CellSpec::case_id, "the case's id", id_rule()),
                                           field("what", &contract::CellSpec::what, "the case")};
};
template <>
struct Fields<contract::Footnote> {
  static constexpr auto doc = "what the person who wrote the experiment says of it";
  static constexpr auto table =
      std::tuple{field("label", &contract::Footnote::label, "a word; who has one is not ranked", name_rule()),
                 field("note", &contract::Footnote::note, "a sentence", filled())};
};
template <>
struct Fields<contract::ProcessGroup> {
  static constexpr auto doc = "one process and the cells it runs";
  static constexpr auto table =
      std::tuple{field("subject", &contract::ProcessGroup::subject, "what is under test", name_rule()),
                 field("build", &contract::ProcessGroup::build, "identity of the software", id_rule()),
                 field("start", &contract::ProcessGroup::start, "how it is started"),
                 field("in_flight", &contract::ProcessGroup::in_flight, "batches it may hold back", range(0, 1e6)),
                 field("cells", &contract::ProcessGroup::cells, "in order", filled()),
                 field("versions", &contract::ProcessGroup::versions, "of the libraries that do the work"),
                 field("footnote", &contract::ProcessGroup::footnote, "the person's label and note")};
};
template <>
struct Fields<contract::BlockSpec> {
  static constexpr auto doc = "one block for one agent";
  static constexpr auto table =
      std::tuple{field("id", &contract::BlockSpec::id, "the block's id, the same for every attempt", id_rule()),
                 field("plan", &contract::BlockSpec::plan, "the plan it belongs to", id_rule()),
                 field("comparison", &contract::BlockSpec::comparison, "the cases it compares", id_rule()),
                 field("number", &contract::BlockSpec::number, "which block; 0 is the burn-in", range(0, 1e6)),
                 field("attempt", &contract::BlockSpec::attempt, "how often it was started", range(1, 1e6)),
                 field("seed", &contract::BlockSpec::seed, "seed of order and samples", range(0, 4294967295.0)),
                 field("needs", &contract::BlockSpec::needs, "what a node must have"),
                 field("limits", &contract::BlockSpec::limits, "what a cell may use"),
                 field("interleave", &contract::BlockSpec::interleave, "how the arms share the time"),
                 field("order", &contract::BlockSpec::order, "processes, in the order they start", filled())};
};
template <>
struct Fields<contract::SubjectOrder> {
  static constexpr auto doc = "what a subject is handed";
  static constexpr auto table = std::tuple{
      field("subject", &contract::SubjectOrder::subject, "which subject it is to be", name_rule()),
      field("seed", &contract::SubjectOrder::seed, "seed of the samples' order and parameters", range(0, 4294967295.0)),
      field("cells", &contract::SubjectOrder::cells, "the cells to run, in order", filled())};
};

}  // namespace feedrate
