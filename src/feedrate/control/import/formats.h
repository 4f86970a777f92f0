// The kinds of files that can be imported: one parser each, one file each, and one table (formats.cc). Pure: text in,
// value or error out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/control/import/foreign.h"
#include "feedrate/control/import/imported.h"

namespace feedrate::control {

// What a column of a CSV file means.
enum class ColumnKey { kSubject, kRate, kSeconds, kBlock, kSession, kBatch };
struct ColumnMap {
  std::string column;
  ColumnKey key = ColumnKey::kSubject;
};

struct ImportOptions {
  std::optional<ImportKind> kind = {};      // else by the content
  std::vector<ColumnMap> columns = {};      // CSV; else by the names of the columns
  std::optional<std::string> subject = {};  // where the file does not name it
  bool interleaved = false;                 // the tool took turns: repetition i of every subject is block i
};

// A file's text and what messages call it.
struct ImportText {
  std::string_view text;
  std::string file;
};

Expected<ImportedFile> read_import(const ImportText& text, const ImportOptions& options);

// "samples_per_s=rate"
Expected<ColumnMap> read_column_map(const std::string& text);
Expected<ImportKind> read_import_kind(const std::string& text);

// One a kind. Those of JSON get the whole document.
Expected<ImportedFile> read_google_benchmark(const Part& root);
Expected<ImportedFile> read_pyperf(const Part& root);
Expected<ImportedFile> read_hyperfine(const Part& root);
Expected<ImportedFile> read_pytest_benchmark(const Part& root);
Expected<ImportedFile> read_csv(const ImportText& text, const ImportOptions& options);
Expected<ImportedFile> read_batch_times(const ImportText& text, const ImportOptions& options);

// The file's name without its last ending; "runs/a.batch_times.jsonl" is "a".
std::string stem_of_file(const std::string& file);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::ColumnKey> {
  static constexpr std::array<std::pair<control::ColumnKey, const char*>, 6> names = {
      {{control::ColumnKey::kSubject, "subject"},
       {control::ColumnKey::kRate, "rate"},
       {control::ColumnKey::kSeconds, "seconds"},
       {control::ColumnKey::kBlock, "block"},
       {control::ColumnKey::kSession, "session"},
       {control::ColumnKey::kBatch, "batch"}}};
};

}  // namespace feedrate
