#include "feedrate/app/cli/baselines.h"

#include <set>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/base/json.h"
#include "feedrate/base/suggest.h"
#include "feedrate/control/judge/sessions.h"
#include "feedrate/control/judge/verdict.h"
#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {

std::string baseline_file(const std::string& name, const std::string& profile) {
  return format("{}/{}/{}.json", kBaselines, name, profile);
}

Expected<std::vector<contract::Baseline>> load_baselines(const std::string& name) {
  std::vector<contract::Baseline> out;
  if (!host::exists(kBaselines)) return out;
  FEEDRATE_TRY(names, host::list_folder(kBaselines));
  for (const auto& each : names) {
    if ((!name.empty() && each != name) || !host::is_folder(format("{}/{}", kBaselines, each))) continue;
    FEEDRATE_TRY(files, host::list_folder(format("{}/{}", kBaselines, each)));
    for (const auto& file : files) {
      if (!file.ends_with(".json")) continue;
      const std::string path = format("{}/{}/{}", kBaselines, each, file);
      FEEDRATE_TRY(text, host::read_file(path));
      FEEDRATE_TRY(value, parse_json(text, path));
      FEEDRATE_TRY(baseline, contract::read_baseline(value, path));
      out.push_back(std::move(baseline));
    }
  }
  return out;
}

Status save_baseline(const contract::Baseline& baseline) {
  FEEDRATE_TRY_STATUS(host::make_folders(format("{}/{}", kBaselines, baseline.name)));
  return host::write_file(baseline_file(baseline.name, baseline.profile),
                          pretty_json(contract::write_baseline(baseline)) + "\n");
}

RunProfile profile_here(const std::string& data) {
  const auto machine = host::this_machine(data);
  RunProfile out{host::profile_of(machine), {}};
  for (const auto& [name, value] : host::profile_fields(machine)) out.fields[name] = value;
  return out;
}

std::string differing_fields(const contract::Baseline& baseline, const RunProfile& profile) {
  std::string out;
  for (const auto& [name, here] : profile.fields) {
    const auto found = baseline.profile_fields.find(name);
    const std::string there = found == baseline.profile_fields.end() ? "not recorded" : found->second;
    if (there != here) out += format("{}{} {} here, {} there", out.empty() ? "" : "; ", name, here, there);
  }
  return out;
}

Expected<contract::Baseline> baseline_for(const std::string& name, const RunProfile& profile) {
  FEEDRATE_TRY(all, load_baselines(name));
  for (const auto& each : all)
    if (each.profile == profile.profile) return each;
  if (!all.empty())
    return control::not_comparable(format(
        "the baseline {} was recorded on profile {}, this is {}: {}. Results of different profiles are not comparable; "
        "record one here, or see the numbers without a verdict: --informational",
        name, all.front().profile, profile.profile, differing_fields(all.front(), profile)));
  FEEDRATE_TRY(any, load_baselines(""));
  std::set<std::string> names;
  for (const auto& each : any) names.insert(each.name);
  return input_error(format("there is no baseline {}; {}", name,
                            names.empty()
                                ? "make one: feedrate baseline record RUN --name " + name
                                : "expected " + either(std::vector<std::string>(names.begin(), names.end()))));
}

namespace {

std::int64_t fewest_batches_since(const std::string& started, const std::vector<contract::Record>& records) {
  std::map<std::string, std::int64_t> by_case;
  for (const auto& record : records)
    if (record.block > 0 && record.started >= started && record.evidence.window)
      by_case[record.case_id] += record.evidence.window->batches;
  std::int64_t out = by_case.empty() ? 0 : by_case.begin()->second;
  for (const auto& [id, batches] : by_case) out = std::min(out, batches);
  return out;
}

}  // namespace

Expected<RunSessions> load_sessions(const std::string& run) {
  FEEDRATE_TRY(folder, find_run(run));
  FEEDRATE_TRY(store, control::Store::open(folder));
  RunSessions out;
  FEEDRATE_TRY(plan, load_plan(store));
  FEEDRATE_TRY(records, load_records(store, plan));
  out.plan = std::move(plan);
  out.sessions = control::sessions_of(records.finished);
  if (out.sessions.empty()) return failure(format("{} has no finished block with a rate", run));
  out.fewest_batches = fewest_batches_since(out.sessions.back().started, records.finished);
  const auto* data = contract::data_of(records.finished.front().what);
  out.profile = profile_here(data == nullptr ? "" : data->uri);
  for (const auto& record : records.finished) {
    if (record.profile == out.profile.profile) continue;
    if (&record != &records.finished.front())
      return control::not_comparable(format("{} ran on several profiles, {} and {}; a baseline has one", run,
                                            out.profile.profile, record.profile));
    // Of another machine, or imported: its name is all that is known.
    out.profile = {record.profile, {{"profile", record.profile}}};
  }
  return out;
}

}  // namespace feedrate::app
