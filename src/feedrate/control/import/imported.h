// What a file of another tool says, as one plain value whatever the tool: subjects, their repetitions, what is known of
// the machine. Made by one parser a kind (formats.h), turned into blocks and records by draft.h. Knows no files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/record/outcome.h"

namespace feedrate::control {

enum class ImportKind { kGoogleBenchmark, kPyperf, kHyperfine, kPytestBenchmark, kCsv, kBatchTimes };

// Only what the file says: never a fact of the machine that imports.
struct ImportedMachine {
  std::string cpu_model;
  int cpus = 0;    // 0: not said
  double mhz = 0;  // 0: not said
  std::string node;
};

// Work that has a time.
struct Timed {
  std::int64_t samples = 1;        // iterations, or what the tool calls items
  double seconds = 0;              // all of them together
  std::vector<double> parts = {};  // seconds of each part that was timed by itself; empty: only the whole was
};

// What the tool did once, and may do again: one cell.
struct Repetition {
  std::variant<Timed, contract::Failed, contract::Unsupported> result;
  std::string started = {};               // UTC, ISO 8601; empty where the file does not say
  std::string session = {};               // repetitions of different sessions never share a block
  std::optional<std::string> block = {};  // where the file says what ran together
};

struct ImportedSubject {
  std::string name;      // as the file writes it
  std::string software;  // what the file says about its build; subjects that differ in it are never merged
  ImportedMachine machine;
  std::vector<Repetition> repetitions;
};

struct ImportedFile {
  ImportKind kind = ImportKind::kCsv;
  Value environment = Value::map();  // the tool's own words about machine and software, kept whole
  std::vector<ImportedSubject> subjects = {};
  std::vector<std::string> left_out = {};  // "SUBJECT: REASON"
};

// Without a time that could be true (an emptied loop takes 0 s) it is a failed repetition, not a rate.
Repetition repetition_of(Timed timed);

// What decides comparability as far as the file says it, in a word; "imported" where it says nothing. It never equals
// the profile of a machine that feedrate looked at, which knows more.
std::string profile_of(const ImportedMachine& machine);

// The subject of that name, software and machine, added where it is missing.
ImportedSubject& subject_in(ImportedFile& file, const ImportedSubject& like);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::ImportKind> {
  static constexpr std::array<std::pair<control::ImportKind, const char*>, 6> names = {
      {{control::ImportKind::kGoogleBenchmark, "google-benchmark"},
       {control::ImportKind::kPyperf, "pyperf"},
       {control::ImportKind::kHyperfine, "hyperfine"},
       {control::ImportKind::kPytestBenchmark, "pytest-benchmark"},
       {control::ImportKind::kCsv, "csv"},
       {control::ImportKind::kBatchTimes, "batch-times"}}};
};

}  // namespace feedrate
