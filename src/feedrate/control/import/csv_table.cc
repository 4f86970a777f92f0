#include "feedrate/control/import/csv_table.h"

#include <algorithm>
#include <set>

#include "feedrate/base/value.h"

namespace feedrate::control {
namespace {

// What stands most often in the first line.
char separator_of(std::string_view text) {
  const auto header = text.substr(0, text.find('\n'));
  char best = ',';
  for (const char each : {';', '\t'})
    if (std::count(header.begin(), header.end(), each) > std::count(header.begin(), header.end(), best)) best = each;
  return best;
}

class CsvReader {
 public:
  CsvReader(std::string_view text, std::string file)
      : text_(text), file_(std::move(file)), between_(separator_of(text)) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }

  // The fields up to the end of the line; a quoted field may go over several.
  Expected<CsvRow> row() {
    CsvRow out{line_, {}};
    while (true) {
      FEEDRATE_TRY(field, next_field());
      out.fields.push_back(std::move(field));
      if (done()) return out;
      const char end = text_[at_++];
      if (end == between_) {
        if (done()) out.fields.emplace_back();
        if (done()) return out;
        continue;
      }
      ++line_;
      return out;
    }
  }

 private:
  Expected<std::string> next_field() {
    if (!done() && text_[at_] == '"') return quoted();
    const auto end = std::min(text_.find_first_of(std::string{between_, '\n'}, at_), text_.size());
    std::string out(text_.substr(at_, end - at_));
    at_ = end;
    if (!out.empty() && out.back() == '\r') out.pop_back();
    return out;
  }

  Expected<std::string> quoted() {
    const int opened = line_;
    std::string out;
    for (++at_; !done(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '"') {
        out += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        out += text_[at_++];
      } else {
        ++at_;
        if (!done() && text_[at_] == '\r') ++at_;
        if (done() || text_[at_] == between_ || text_[at_] == '\n') return out;
        return input_error(
            format("{}:{}: found text after a closing quote; expected the end of the field", file_, line_));
      }
    }
    return input_error(format("{}:{}: a quote opens here and nothing closes it", file_, opened));
  }

  std::string_view text_;
  std::string file_;
  char between_;
  std::size_t at_ = 0;
  int line_ = 1;
};

bool is_empty(const CsvRow& row) { return row.fields.size() == 1 && row.fields.front().empty(); }

}  // namespace

Expected<CsvTable> parse_csv(std::string_view text, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  CsvReader reader(text, file);
  CsvTable out;
  if (reader.done()) return input_error(format("{}:1: found nothing; expected a line of column names", file));
  FEEDRATE_TRY(header, reader.row());
  out.columns = std::move(header.fields);
  std::set<std::string> seen;
  for (const auto& column : out.columns)
    if (!seen.insert(column).second)
      return input_error(
          format("{}:1: the column {} stands here twice; expected each once", file, Value::text(column).shown()));
  while (!reader.done()) {
    FEEDRATE_TRY(row, reader.row());
    if (is_empty(row)) continue;
    if (row.fields.size() != out.columns.size())
      return input_error(format("{}:{}: found {} fields; expected {}, one a column", file, row.line, row.fields.size(),
                                out.columns.size()));
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace feedrate::control
