#include "feedrate/app/cli/stored_plan.h"

#include <cstdio>

#include "feedrate/base/json.h"
#include "feedrate/base/write.h"
#include "feedrate/base/yaml.h"
#include "feedrate/control/config/config.h"
#include "feedrate/host/files.h"

namespace feedrate {

template <>
struct Fields<app::StoredPlan> {
  static constexpr auto doc = "the plan of a run";
  static constexpr auto table = std::tuple{
      field("id", &app::StoredPlan::id, "its id", id_rule()),
      field("experiment", &app::StoredPlan::experiment, "the experiment's name", name_rule()),
      field("cases", &app::StoredPlan::cases, "cases", at_least(0)),
      field("blocks", &app::StoredPlan::blocks, "blocks of each comparison", at_least(0)),
      field("cells", &app::StoredPlan::cells, "cases times blocks", at_least(0)),
      field("tolerance", &app::StoredPlan::tolerance, "of throughput, as a share", range(0, 1)),
      field("builds", &app::StoredPlan::builds, "subject to build"),
      field("excluded", &app::StoredPlan::excluded, "cases left out, each with its reason"),
  };
};

namespace app {
namespace {

// The latest plan by one fixed name; plans/ keeps every one by its hash.
std::string plan_file(const control::Store& store) { return store.folder().root() + "/plan.json"; }

// More than anybody reads; the rest are counted.
constexpr std::size_t kMostExclusions = 1000;

}  // namespace

Status save_plan(control::Store& store, const control::Plan& plan) {
  const auto& config = plan.inputs().config;
  StoredPlan out;
  out.id = plan.id();
  out.experiment = config.experiment;
  const auto counts = plan.count();
  out.cases = counts.cases;
  out.blocks = counts.blocks;
  out.cells = counts.cells;
  out.tolerance = config.gate.tolerance.throughput.share;
  for (std::size_t i = 0; i < config.subjects.size(); ++i)
    out.builds[config.subjects[i].name] = plan.inputs().subjects[i].build;
  plan.for_each_comparison([&](const control::Comparison& comparison) {
    for (const auto& each : comparison.excluded)
      out.excluded.push_back(format("{}: {}", control::describe_case(each.what), each.reason));
    return out.excluded.size() < kMostExclusions;
  });
  const Value resolved = control::write_config(config);
  FEEDRATE_TRY_STATUS(store.put_plan(out.id, resolved));
  FEEDRATE_TRY_STATUS(save_plan(store, out));
  return host::write_file(store.folder().resolved_config(), write_yaml(resolved));
}

Status save_plan(control::Store& store, const StoredPlan& plan) {
  return host::write_file(plan_file(store), pretty_json(write(plan)) + "\n");
}

Expected<StoredPlan> load_plan(const control::Store& store) {
  const std::string file = plan_file(store);
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  return read<StoredPlan>(value, file);
}

Expected<PlanRecords> load_records(control::Store& store, const StoredPlan& plan) {
  PlanRecords out;
  control::Filter filter;
  filter.plan = plan.id;
  FEEDRATE_TRY(unreadable, store.for_each(filter, [&](const contract::Record& record, bool orphan) {
    if (orphan)
      ++out.orphans;
    else
      out.finished.push_back(record);
  }));
  out.unreadable = unreadable;
  return out;
}

Expected<control::ReportPage> report_page(control::Store& store, const StoredPlan& plan,
                                          control::JudgeOptions options) {
  FEEDRATE_TRY(records, load_records(store, plan));
  for (const auto& error : records.unreadable) std::fprintf(stderr, "feedrate: left out: %s\n", error.text().c_str());
  options.tolerance = plan.tolerance;
  control::ReportPage page;
  page.experiment = plan.experiment;
  FEEDRATE_TRY(table, control::judge_table(records.finished, options));
  page.table = std::move(table);
  if (options.ladder) {
    FEEDRATE_TRY(ladders, control::judge_ladders(records.finished, *options.ladder, options.tolerance));
    page.ladders = std::move(ladders);
  }
  page.not_measured = plan.excluded;
  if (records.orphans > 0)
    page.not_measured.push_back(format("{} cells of interrupted blocks, which enter nothing", records.orphans));
  return page;
}

}  // namespace app
}  // namespace feedrate
