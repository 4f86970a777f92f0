// google-benchmark, --benchmark_format=json or --benchmark_out=FILE. A row is a repetition, or an aggregate over them.
#include <algorithm>
#include <set>

#include "feedrate/control/import/formats.h"
#include "feedrate/control/import/started.h"

namespace feedrate::control {
namespace {

Expected<double> seconds_a_unit(const Part& row) {
  // Before there was such a key, times were in nanoseconds.
  if (row.value->find("time_unit") == nullptr) return 1e-9;
  FEEDRATE_TRY(unit, text_in(row, "time_unit"));
  if (unit == "ns") return 1e-9;
  if (unit == "us") return 1e-6;
  if (unit == "ms") return 1e-3;
  if (unit == "s") return 1.0;
  FEEDRATE_TRY(part, part_in(row, "time_unit", Value::Kind::kText));
  return wrong_part(part, "ns, us, ms or s");
}

bool is_aggregate(const Part& row, const std::string& name) {
  if (const auto type = fact_text(row.value, "run_type"); !type.empty()) return type == "aggregate";
  const std::vector<std::string> endings = {"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
  return std::any_of(endings.begin(), endings.end(), [&](const auto& ending) { return name.ends_with(ending); });
}

// Wall clock: the time that somebody waits. `items_per_second` would be over CPU time in most programs.
Expected<Repetition> google_repetition(const Part& row) {
  const auto reason = [&](const char* key) {
    const std::string said = fact_text(row.value, key);
    return said.empty() ? "it says no reason" : said;
  };
  if (fact_flag(row.value, "error_occurred"))
    return Repetition{contract::Failed{contract::Cause::kExit, reason("error_message")}};
  if (fact_flag(row.value, "skipped")) return Repetition{contract::Unsupported{reason("skip_message")}};
  FEEDRATE_TRY(unit, seconds_a_unit(row));
  FEEDRATE_TRY(iterations, count_in(row, "iterations"));
  FEEDRATE_TRY(time, number_in(row, "real_time", at_least(0)));
  return repetition_of({iterations, time * unit * static_cast<double>(iterations)});
}

}  // namespace

Expected<ImportedFile> read_google_benchmark(const Part& root) {
  ImportedFile out{.kind = ImportKind::kGoogleBenchmark};
  FEEDRATE_TRY(context, part_in(root, "context", Value::Kind::kMap));
  FEEDRATE_TRY(rows, list_in(root, "benchmarks"));
  out.environment = *context.value;
  ImportedSubject like;
  like.machine.cpus = static_cast<int>(std::clamp(fact_number(context.value, "num_cpus"), 0.0, 1e6));
  like.machine.mhz = std::clamp(fact_number(context.value, "mhz_per_cpu"), 0.0, 1e6);
  like.machine.node = fact_text(context.value, "host_name");
  const std::string started = utc_text(fact_text(context.value, "date"), Zoneless::kLocal);
  std::set<std::string> summed_up;
  for (const auto& row : rows) {
    FEEDRATE_TRY(name, text_in(row, "name"));
    const std::string run_name = fact_text(row.value, "run_name");
    like.name = run_name.empty() ? name : run_name;
    if (is_aggregate(row, name)) {
      summed_up.insert(like.name);
      continue;
    }
    FEEDRATE_TRY(repetition, google_repetition(row));
    repetition.started = started;
    subject_in(out, like).repetitions.push_back(std::move(repetition));
  }
  for (const auto& each : out.subjects) summed_up.erase(each.name);
  for (const auto& name : summed_up)
    out.left_out.push_back(name +
                           ": the file holds only aggregates of it; run it without "
                           "--benchmark_report_aggregates_only");
  return out;
}

}  // namespace feedrate::control
