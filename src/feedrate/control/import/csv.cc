// CSV from anywhere: a row is a repetition. Columns have their meaning by --map, or by their names.
#include <algorithm>
#include <charconv>

#include "feedrate/base/suggest.h"
#include "feedrate/control/import/csv_table.h"
#include "feedrate/control/import/formats.h"

namespace feedrate::control {
namespace {

struct KnownColumn {
  const char* name;
  ColumnKey key;
};
// Only names that leave no doubt about the unit.
constexpr KnownColumn kKnownColumns[] = {{"subject", ColumnKey::kSubject},
                                         {"name", ColumnKey::kSubject},
                                         {"benchmark", ColumnKey::kSubject},
                                         {"command", ColumnKey::kSubject},
                                         {"rate", ColumnKey::kRate},
                                         {"samples_per_s", ColumnKey::kRate},
                                         {"samples_per_second", ColumnKey::kRate},
                                         {"seconds", ColumnKey::kSeconds},
                                         {"time_s", ColumnKey::kSeconds},
                                         {"duration_s", ColumnKey::kSeconds},
                                         {"block", ColumnKey::kBlock},
                                         {"session", ColumnKey::kSession},
                                         {"run", ColumnKey::kSession},
                                         {"batch", ColumnKey::kBatch},
                                         {"batch_size", ColumnKey::kBatch}};

using Columns = std::map<ColumnKey, std::vector<std::size_t>>;

std::optional<std::size_t> column_at(const CsvTable& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  if (found == table.columns.end()) return {};
  return static_cast<std::size_t>(found - table.columns.begin());
}

// What the person named; for each key that was not named, the first column with a known name.
Expected<Columns> find_columns(const CsvTable& table, const std::string& file, const ImportOptions& options) {
  Columns out;
  for (const auto& each : options.columns) {
    const auto at = column_at(table, each.column);
    if (!at) {
      const std::string near = nearest(each.column, table.columns);
      return input_error(format("--map {}={}: {}:1 has no such column; expected {}{}", each.column, name_of(each.key),
                                file, either(table.columns), near.empty() ? "" : format(". Did you mean {}?", near)));
    }
    if (each.key != ColumnKey::kSubject && !out[each.key].empty())
      return input_error(
          format("--map {}={}: another column is the {} already", each.column, name_of(each.key), name_of(each.key)));
    out[each.key].push_back(*at);
  }
  for (const auto& known : kKnownColumns) {
    if (!out[known.key].empty() || (known.key == ColumnKey::kSubject && options.subject)) continue;
    if (const auto at = column_at(table, known.name)) out[known.key].push_back(*at);
  }
  return out;
}

Status check_columns(const CsvTable& table, const Columns& columns, const std::string& file,
                     const ImportOptions& options) {
  const auto missing = [&](const std::string& what, const std::string& type) {
    std::string found;
    for (const auto& column : table.columns) found += (found.empty() ? "" : ", ") + column;
    return input_error(format("{}:1: found the columns {}; expected {}.\nName it: {}", file, found, what, type));
  };
  if (columns.at(ColumnKey::kRate).empty() && columns.at(ColumnKey::kSeconds).empty())
    return missing("one with a rate (samples a second) or a time (seconds)",
                   "--map COLUMN=rate, or --map COLUMN=seconds");
  if (columns.at(ColumnKey::kSubject).empty() && !options.subject)
    return missing("one that says what was measured",
                   "--map COLUMN=subject (several make one name), or --subject NAME where all rows measure the same");
  return {};
}

Expected<double> csv_number(const CsvTable& table, const CsvRow& row, std::size_t at, const std::string& file) {
  const std::string& text = row.fields[at];
  double out = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (code == std::errc() && end == text.data() + text.size() && out > 0 && out < 1e15) return out;
  return input_error(format("{}:{}: {} is {}; expected a number over 0, such as 12.5", file, row.line,
                            table.columns[at], Value::text(text).shown()));
}

class CsvRows {
 public:
  CsvRows(const CsvTable& table, Columns columns, const std::string& file)
      : table_(table), columns_(std::move(columns)), file_(file) {}

  [[nodiscard]] std::string subject(const CsvRow& row, const ImportOptions& options) const {
    std::string out;
    for (const auto at : columns_.at(ColumnKey::kSubject))
      out += (out.empty() ? "" : "_") + (row.fields[at].empty() ? "none" : row.fields[at]);
    return columns_.at(ColumnKey::kSubject).empty() ? *options.subject : out;
  }

  [[nodiscard]] Expected<Repetition> repetition(const CsvRow& row) const {
    FEEDRATE_TRY(result, timed(row));
    result.session = text(row, ColumnKey::kSession).value_or("");
    result.block = text(row, ColumnKey::kBlock);
    if (result.block && result.block->empty())
      return input_error(
          format("{}:{}: the block is empty; expected what ran together to have the same text there", file_, row.line));
    return result;
  }

 private:
  [[nodiscard]] std::optional<std::string> text(const CsvRow& row, ColumnKey key) const {
    const auto& at = columns_.at(key);
    if (at.empty()) return {};
    return row.fields[at.front()];
  }

  // Absent where there is no such column.
  [[nodiscard]] Expected<std::optional<double>> number(const CsvRow& row, ColumnKey key) const {
    const auto& at = columns_.at(key);
    if (at.empty()) return std::nullopt;
    FEEDRATE_TRY(out, csv_number(table_, row, at.front(), file_));
    return out;
  }

  // Nothing is ever a zero: a row without its figure is a repetition that failed.
  [[nodiscard]] Expected<Repetition> timed(const CsvRow& row) const {
    const ColumnKey by = columns_.at(ColumnKey::kRate).empty() ? ColumnKey::kSeconds : ColumnKey::kRate;
    const std::size_t at = columns_.at(by).front();
    if (row.fields[at].empty())
      return Repetition{contract::Failed{contract::Cause::kIncomplete,
                                         format("{} is empty in line {}", table_.columns[at], row.line)}};
    FEEDRATE_TRY(figure, csv_number(table_, row, at, file_));
    FEEDRATE_TRY(batch, number(row, ColumnKey::kBatch));
    const auto samples = static_cast<std::int64_t>(batch.value_or(1));
    if (batch && static_cast<double>(samples) != *batch)
      return input_error(format("{}:{}: the batch is {}; expected a whole number of samples", file_, row.line, *batch));
    const auto count = static_cast<double>(samples);
    return repetition_of({samples, by == ColumnKey::kRate ? count / figure : figure});
  }

  const CsvTable& table_;
  Columns columns_;
  const std::string& file_;
};

}  // namespace

Expected<ImportedFile> read_csv(const ImportText& text, const ImportOptions& options) {
  FEEDRATE_TRY(table, parse_csv(text.text, text.file));
  FEEDRATE_TRY(columns, find_columns(table, text.file, options));
  FEEDRATE_TRY_STATUS(check_columns(table, columns, text.file, options));
  ImportedFile out{.kind = ImportKind::kCsv};
  const CsvRows rows(table, columns, text.file);
  for (const auto& row : table.rows) {
    ImportedSubject like;
    like.name = rows.subject(row, options);
    FEEDRATE_TRY(repetition, rows.repetition(row));
    subject_in(out, like).repetitions.push_back(std::move(repetition));
  }
  return out;
}

}  // namespace feedrate::control
