// The table and a comparison as JSON. The keys are a promise to people's scripts: more may be added, none may change.
#include "feedrate/base/json.h"

#include "feedrate/base/value.h"
#include "feedrate/control/judge/overall.h"
#include "feedrate/control/report/numbers.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

Value real_value(double value) { return Value::real(twelve_digits(value)); }

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value::text(text); }

Value texts(const std::vector<std::string>& items) {
  Value out = Value::list();
  for (const auto& item : items) out.items().push_back(Value::text(item));
  return out;
}

void set_interval(Value& map, const std::optional<stats::Interval>& interval) {
  map.set("low", interval ? real_value(interval->low) : Value());
  map.set("high", interval ? real_value(interval->high) : Value());
}

Value row_value(const TableGroup& group, const TableRow& row) {
  std::vector<std::string> labels;
  for (const auto& each : row.outcome.labels) labels.push_back(each.label);
  Value out = Value::map();
  out.set("case", Value::text(row.case_text));
  out.set("subject", Value::text(row.subject));
  out.set("scope", Value::text(row.scope));
  out.set("outcome", Value::text(name_of(row.outcome.kind)));
  out.set("conforms", row.conforms ? Value::boolean(row.conforms->same) : Value());
  out.set("labels", texts(labels));
  out.set("rate", row.rate ? real_value(row.rate->rate) : Value());
  set_interval(out, row.rate ? row.rate->interval : std::nullopt);
  out.set("unit", Value::text(kRateUnit));
  out.set("n", Value::integer(row.rate ? row.rate->n : 0));
  out.set("cells", texts(row.cells));
  out.set("case_id", Value::text(row.case_id));
  out.set("build", Value::text(row.build));
  out.set("profile", Value::text(group.profile));
  out.set("blocks", Value::integer(row.blocks));
  out.set("rank", row.rank ? Value::integer(row.rank->first) : Value());
  out.set("rank_last", row.rank ? Value::integer(row.rank->last) : Value());
  out.set("reason", text_or_null(row.outcome.reason));
  out.set("notes", texts(row.outcome.notes));
  return out;
}

void set_ratio(Value& map, const std::optional<PairedRatio>& ratio) {
  map.set("ratio", ratio ? real_value(ratio->ratio) : Value());
  set_interval(map, ratio ? ratio->interval : std::nullopt);
  map.set("n", Value::integer(ratio ? ratio->n : 0));
}

void set_pairing(Value& map, const std::optional<PairedRatio>& ratio) {
  map.set("sees", ratio && ratio->sees ? real_value(*ratio->sees) : Value());
  map.set("interleave", ratio ? Value::text(name_of(ratio->by)) : Value());
  map.set("left_out", Value::integer(ratio ? ratio->left_out : 0));
}

Value ratio_value(const TableGroup& group, const TableRow& row) {
  Value out = Value::map();
  out.set("case", Value::text(row.case_text));
  out.set("subject", Value::text(row.subject));
  out.set("against", text_or_null(group.reference));
  set_ratio(out, row.ratio);
  out.set("verdict", row.ratio ? Value::text(name_of(row.ratio->judgement.verdict)) : Value());
  out.set("reason", text_or_null(row.ratio ? row.ratio->judgement.reason : row.ratio_missing));
  set_pairing(out, row.ratio);
  out.set("case_id", Value::text(row.case_id));
  out.set("build", Value::text(row.build));
  out.set("profile", Value::text(group.profile));
  return out;
}

Value ladder_value(const Ladder& ladder) {
  Value rungs = Value::list();
  for (const auto& rung : ladder.rungs) {
    Value each = Value::map();
    each.set("subject", Value::text(rung.subject));
    each.set("change", text_or_null(rung.change));
    each.set("rate", rung.rate ? real_value(rung.rate->rate) : Value());
    for (const auto& [key, ratio] : {std::pair("step", &rung.step), std::pair("whole", &rung.whole)}) {
      Value against = Value::map();
      set_ratio(against, *ratio);
      each.set(key, *ratio ? std::move(against) : Value());
    }
    each.set("reason", text_or_null(rung.no_step.empty() ? rung.no_whole : rung.no_step));
    rungs.items().push_back(std::move(each));
  }
  Value out = Value::map();
  out.set("case", Value::text(case_text(ladder.parts, "")));
  out.set("profile", Value::text(ladder.profile));
  out.set("rungs", std::move(rungs));
  return out;
}

Value overall_value(const Table& table) {
  const auto overall = overall_of(table);
  if (!overall) return {};
  Value rows = Value::list();
  for (const auto& row : overall->rows) {
    Value each = Value::map();
    each.set("subject", Value::text(row.name));
    each.set("ratio", real_value(row.ratio));
    set_interval(each, row.interval);
    rows.items().push_back(std::move(each));
  }
  Value out = Value::map();
  out.set("against", Value::text(overall->reference));
  out.set("comparisons", Value::integer(overall->comparisons));
  out.set("shared", Value::integer(overall->shared));
  out.set("rows", std::move(rows));
  return out;
}

Value side_value(const TableRow& row) {
  Value out = Value::map();
  out.set("name", Value::text(row.name));
  out.set("outcome", Value::text(name_of(row.outcome.kind)));
  out.set("rate", row.rate ? real_value(row.rate->rate) : Value());
  set_interval(out, row.rate ? row.rate->interval : std::nullopt);
  out.set("unit", Value::text(kRateUnit));
  out.set("n", Value::integer(row.rate ? row.rate->n : 0));
  out.set("cells", texts(row.cells));
  return out;
}

Value outlook_value(const std::optional<Outlook>& outlook) {
  if (!outlook) return {};
  const auto blocks = [](const std::optional<std::size_t>& n) {
    return n ? Value::integer(static_cast<std::int64_t>(*n)) : Value();
  };
  Value out = Value::map();
  out.set("sd", real_value(outlook->sd));
  out.set("degrees", Value::integer(outlook->degrees));
  out.set("blocks", blocks(outlook->blocks));
  out.set("cautious", blocks(outlook->cautious));
  return out;
}

}  // namespace

std::string render_json(const ReportPage& page) {
  Value rows = Value::list();
  Value ratios = Value::list();
  for (const auto& group : page.table.groups) {
    for (const auto& row : group.rows) {
      rows.items().push_back(row_value(group, row));
      if (!row.is_reference) ratios.items().push_back(ratio_value(group, row));
    }
  }
  std::vector<std::string> missing = page.table.not_measured;
  missing.insert(missing.end(), page.not_measured.begin(), page.not_measured.end());
  Value out = Value::map();
  out.set("experiment", Value::text(page.experiment));
  out.set("rows", std::move(rows));
  out.set("ratios", std::move(ratios));
  out.set("overall", overall_value(page.table));
  Value ladders = Value::list();
  for (const auto& ladder : page.ladders) ladders.items().push_back(ladder_value(ladder));
  out.set("ladders", std::move(ladders));
  Value left_out = Value::map();
  left_out.set("burn_in", Value::integer(page.table.left_out.burn_in));
  left_out.set("superseded", Value::integer(page.table.left_out.superseded));
  out.set("left_out", std::move(left_out));
  out.set("not_measured", texts(missing));
  return pretty_json(out) + "\n";
}

std::string render_compared_json(const Compared& compared) {
  Value out = Value::map();
  set_ratio(out, compared.ratio);
  out.set("verdict", Value::text(name_of(compared.judgement.verdict)));
  out.set("reason", text_or_null(compared.judgement.reason));
  set_pairing(out, compared.ratio);
  out.set("outlook", outlook_value(compared.outlook));
  out.set("tolerance", real_value(compared.tolerance));
  out.set("case", Value::text(case_text(compared.parts, "")));
  out.set("profile", Value::text(compared.profile));
  out.set("a", side_value(compared.a));
  out.set("b", side_value(compared.b));
  return pretty_json(out) + "\n";
}

}  // namespace feedrate::control
