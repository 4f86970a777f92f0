// Expands an experiment: which cases there are, which are left out and why, and the blocks that measure them. Pure:
// facts about subjects and data are handed in. A stream: one comparison is in memory at a time, however large the
// matrix.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/contract/block/block.h"
#include "feedrate/contract/capability/capability.h"
#include "feedrate/control/config/config.h"

namespace feedrate::control {

// What is known of a subject before it runs.
struct SubjectFacts {
  contract::Start start;
  std::string build;
  contract::Capability capability;
};

struct DataFacts {
  std::string fingerprint;
  std::int64_t items = 0;
};

// What this machine allows; what is not known limits nothing.
struct MachineFacts {
  std::optional<std::int64_t> shm_free;
  std::optional<std::int64_t> open_files;
  std::optional<std::string> no_gpu;  // why there is none
};

struct PlanInputs {
  Config config;
  std::vector<SubjectFacts> subjects;  // one for each of config.subjects, in order
  DataFacts data;
  MachineFacts machine;
  // A first block that enters nothing, also where nothing is sliced: it meets cold caches and compiled files that are
  // not there yet.
  bool discard_first = false;
  // Names of operations: the others are of the plan, but not measured now. Empty: all are.
  std::vector<std::string> only = {};
};

struct PlannedCase {
  std::size_t subject = 0;  // index into the experiment's subjects
  contract::CaseSpec what;
  std::string id;
};

struct Exclusion {
  contract::CaseSpec what;
  std::string reason;
};

// The cases that differ only in their subject.
struct Comparison {
  std::string id;
  std::vector<PlannedCase> cases;
  std::vector<Exclusion> excluded;
};

struct PlanCounts {
  std::int64_t cases = 0;
  std::int64_t comparisons = 0;
  std::int64_t blocks = 0;  // of each comparison, without the burn-in
  std::int64_t cells = 0;
  std::int64_t excluded = 0;
};

class Plan {
 public:
  explicit Plan(PlanInputs inputs);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const PlanInputs& inputs() const { return inputs_; }
  [[nodiscard]] PlanCounts count() const;

  // In a fixed order; the visitor returns false to stop.
  void for_each_comparison(const std::function<bool(const Comparison&)>& visit) const;

  // Whether it is to be measured now.
  [[nodiscard]] bool is_asked_for(const Comparison& comparison) const;
  // Whether the comparison's arms are to be sliced if freezing turns out harmless.
  [[nodiscard]] bool wants_slices(const Comparison& comparison) const;
  // Whether it has a block 0, which enters nothing.
  [[nodiscard]] bool wants_burn_in(const Comparison& comparison) const;
  [[nodiscard]] std::string block_id(const Comparison& comparison, int number) const;
  // The block, arms in balanced random order. `alternate_because`: the reason not to slice, where there is one.
  [[nodiscard]] contract::BlockSpec block(const Comparison& comparison, int number, int attempt,
                                          const std::optional<std::string>& alternate_because) const;

 private:
  // The reason that is known before anything ran.
  [[nodiscard]] std::optional<std::string> cannot_slice() const;
  // `operation`: the one of a transform; the other scopes do the whole recipe.
  [[nodiscard]] contract::CaseSpec case_of(std::size_t subject, const contract::Settings& settings,
                                           const contract::Operation* operation) const;
  // What a recipe wants of a comparison as a whole: an operation that several subjects have.
  void leave_out_what_few_have(Comparison& comparison) const;
  [[nodiscard]] Comparison comparison_of(const contract::Settings& settings,
                                         const contract::Operation* operation) const;

  PlanInputs inputs_;
  std::string id_;
};

// A case in words: `torch-pil · workers 2 · batch 64`.
std::string describe_case(const contract::CaseSpec& what);

}  // namespace feedrate::control
