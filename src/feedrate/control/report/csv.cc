// The table as CSV (RFC 4180): one row a case, lines ended by CR LF, an empty field for what is missing.
#include "feedrate/base/json.h"
#include "feedrate/control/report/numbers.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string out = "\"";
  for (char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string line_of(const std::vector<std::string>& fields) {
  std::vector<std::string> all;
  for (const auto& field : fields) all.push_back(quoted(field));
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) out += (i == 0 ? "" : ",") + all[i];
  return out + "\r\n";
}

std::string number(double value) { return decimal(twelve_digits(value)); }

std::string low(const std::optional<stats::Interval>& interval) { return interval ? number(interval->low) : ""; }
std::string high(const std::optional<stats::Interval>& interval) { return interval ? number(interval->high) : ""; }

void add_ratio(const TableGroup& group, const TableRow& row, std::vector<std::string>& fields) {
  const auto& ratio = row.ratio;
  const std::vector<std::string> more = {row.is_reference ? "" : group.reference,
                                         ratio ? number(ratio->ratio) : "",
                                         ratio ? low(ratio->interval) : "",
                                         ratio ? high(ratio->interval) : "",
                                         ratio ? std::to_string(ratio->n) : "",
                                         ratio ? name_of(ratio->by) : "",
                                         ratio ? std::to_string(ratio->left_out) : "",
                                         ratio ? name_of(ratio->judgement.verdict) : "",
                                         row.rank ? std::to_string(row.rank->first) : "",
                                         row.rank ? std::to_string(row.rank->last) : ""};
  fields.insert(fields.end(), more.begin(), more.end());
}

std::string row_line(const TableGroup& group, const TableRow& row) {
  std::vector<std::string> labels;
  for (const auto& each : row.outcome.labels) labels.push_back(each.label);
  std::vector<std::string> fields = {row.case_text,
                                     row.case_id,
                                     row.subject,
                                     row.build,
                                     row.scope,
                                     group.profile,
                                     name_of(row.outcome.kind),
                                     one_line(row.outcome.reason),
                                     row.conforms ? (row.conforms->same ? "true" : "false") : "",
                                     joined(labels, " "),
                                     row.rate ? number(row.rate->rate) : "",
                                     row.rate ? low(row.rate->interval) : "",
                                     row.rate ? high(row.rate->interval) : "",
                                     kRateUnit,
                                     std::to_string(row.rate ? row.rate->n : 0),
                                     std::to_string(row.blocks)};
  add_ratio(group, row, fields);
  std::vector<std::string> notes;
  for (const auto& note : row.outcome.notes) notes.push_back(one_line(note));
  fields.push_back(joined(notes, "; "));
  fields.push_back(joined(row.cells, " "));
  return line_of(fields);
}

}  // namespace

std::string render_csv(const ReportPage& page) {
  std::string out =
      "case,case_id,subject,build,scope,profile,outcome,reason,conforms,labels,rate,low,high,unit,n,blocks,against,"
      "ratio,"
      "ratio_low,ratio_high,ratio_n,interleave,left_out,verdict,rank,rank_last,notes,cells\r\n";
  for (const auto& group : page.table.groups)
    for (const auto& row : group.rows) out += row_line(group, row);
  return out;
}

}  // namespace feedrate::control
