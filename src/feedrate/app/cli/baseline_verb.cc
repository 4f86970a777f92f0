#include <cmath>
#include <cstdio>

#include "feedrate/app/cli/baselines.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/judge/history.h"
#include "feedrate/control/judge/sessions.h"
#include "feedrate/control/judge/verdict.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/clock.h"

namespace feedrate::app {
namespace {

constexpr double kAskSeconds = 20;
// A decision that others will be held against should not rest on less.
constexpr std::int64_t kHorizon = 1200;

// What git says, without the line's end; absent where this is no repository.
std::optional<std::string> git(const std::vector<std::string>& words) {
  std::vector<std::string> command = {"git"};
  command.insert(command.end(), words.begin(), words.end());
  const auto said = host::capture({command, {}}, kAskSeconds);
  if (!said || said->ending.code != 0 || said->ending.signal != 0) return {};
  std::string out = said->output;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

contract::SessionSet set_of(const RunSessions& run) {
  return {host::utc_now(), git({"rev-parse", "HEAD"}), run.plan.builds, run.sessions};
}

contract::Baseline new_baseline(const std::string& name, const RunSessions& run) {
  contract::Baseline out;
  out.name = name;
  out.experiment = run.plan.experiment;
  out.profile = run.profile.profile;
  out.profile_fields = run.profile.fields;
  out.latest = set_of(run);
  return out;
}

Expected<std::string> name_in(const Arguments& arguments) {
  const auto name = arguments.find("--name");
  if (!name || name->empty() || name->find('/') != std::string::npos)
    return input_error("a baseline needs a name: --name main");
  return *name;
}

Expected<std::optional<contract::Baseline>> existing(const std::string& name, const std::string& profile) {
  FEEDRATE_TRY(all, load_baselines(name));
  for (auto& each : all)
    if (each.profile == profile) return std::optional(each);
  return std::optional<contract::Baseline>();
}

std::size_t add_new(const std::vector<contract::Session>& from, std::vector<contract::Session>& to) {
  std::size_t added = 0;
  for (const auto& session : from) {
    const bool known =
        std::any_of(to.begin(), to.end(), [&](const auto& each) { return each.started == session.started; });
    if (known) continue;
    to.push_back(session);
    ++added;
  }
  return added;
}

// What an import timed is not known in batches.
void warn_of_a_short_horizon(const RunSessions& run) {
  if (run.fewest_batches == 0 || run.fewest_batches >= kHorizon) return;
  std::printf(
      "  its last session holds %lld batches of a case; about %lld are what a baseline should rest on: more blocks "
      "(measure.blocks), or a longer window (measure.window)\n",
      static_cast<long long>(run.fewest_batches), static_cast<long long>(kHorizon));
}

Expected<int> record(const Arguments& arguments) {
  FEEDRATE_TRY(name, name_in(arguments));
  FEEDRATE_TRY(run, load_sessions(arguments.get("RUN")));
  FEEDRATE_TRY(found, existing(name, run.profile.profile));
  contract::Baseline baseline = found ? *found : new_baseline(name, run);
  std::size_t added = run.sessions.size();
  if (found) {
    if (baseline.latest.builds != run.plan.builds)
      return control::not_comparable(
          format("{} was measured with other software than the baseline {}; a baseline moves only by: "
                 "feedrate baseline accept {} --name {}",
                 arguments.get("RUN"), name, arguments.get("RUN"), name));
    added = add_new(run.sessions, baseline.latest.sessions);
  }
  FEEDRATE_TRY_STATUS(save_baseline(baseline));
  std::printf("%zu new session%s; %s now has %zu on this profile%s\n", added, added == 1 ? "" : "s", name.c_str(),
              baseline.latest.sessions.size(),
              baseline.latest.sessions.size() < control::kFewestSessions
                  ? format("; {} are needed for a verdict, at least 30 minutes apart", control::kFewestSessions).c_str()
                  : "");
  warn_of_a_short_horizon(run);
  std::printf("  commit it: %s\n", baseline_file(name, baseline.profile).c_str());
  return kOk;
}

Expected<int> accept(const Arguments& arguments) {
  FEEDRATE_TRY(name, name_in(arguments));
  const auto branch = git({"rev-parse", "--abbrev-ref", "HEAD"});
  if (!arguments.has("--any-branch") && branch && *branch != "main" && *branch != "master")
    return input_error(
        format("this is the branch {}; baselines move on main only. Accept there, or say --any-branch", *branch));
  FEEDRATE_TRY(run, load_sessions(arguments.get("RUN")));
  FEEDRATE_TRY(found, existing(name, run.profile.profile));
  contract::Baseline baseline = new_baseline(name, run);
  if (found) baseline.anchor = found->anchor ? found->anchor : found->latest;
  FEEDRATE_TRY_STATUS(save_baseline(baseline));
  std::printf("%s is now %zu session%s of %s%s\n", name.c_str(), baseline.latest.sessions.size(),
              baseline.latest.sessions.size() == 1 ? "" : "s", arguments.get("RUN").c_str(),
              baseline.anchor ? ", beside the first one as its anchor" : "");
  warn_of_a_short_horizon(run);
  std::printf("  commit it: %s\n", baseline_file(name, baseline.profile).c_str());
  return kOk;
}

void print_set(const char* title, const contract::SessionSet& set) {
  std::printf("  %-7s accepted %s%s\n", title, set.accepted.c_str(),
              set.commit ? (", commit " + set.commit->substr(0, 12)).c_str() : "");
  for (const auto& session : set.sessions) {
    std::printf("    session %s\n", session.started.c_str());
    for (const auto& rate : session.rates)
      std::printf("      %-50s %8.1f samples/s, %lld blocks\n", rate.name.c_str(), std::exp(rate.log_rate),
                  static_cast<long long>(rate.blocks));
  }
}

void print_history(const contract::Baseline& baseline) {
  auto sessions = baseline.latest.sessions;
  if (baseline.anchor)
    sessions.insert(sessions.end(), baseline.anchor->sessions.begin(), baseline.anchor->sessions.end());
  for (const auto& change : control::changes_of(std::move(sessions)))
    std::printf("  changed: %s by %+.1f %% from session %s on (p %.3f)\n", change.name.c_str(),
                100 * std::expm1(change.change), change.from.c_str(), change.p);
}

Expected<int> show(const Arguments& arguments) {
  FEEDRATE_TRY(all, load_baselines(arguments.get("NAME")));
  if (all.empty()) return baseline_for(arguments.get("NAME"), profile_here("")).map([](const auto&) { return kOk; });
  for (const auto& each : all) {
    if (arguments.has("--json")) {
      std::printf("%s\n", pretty_json(contract::write_baseline(each)).c_str());
      continue;
    }
    std::printf("%s · %s · profile %s\n", each.name.c_str(), each.experiment.c_str(), each.profile.c_str());
    print_set("latest", each.latest);
    if (each.anchor) print_set("anchor", *each.anchor);
    print_history(each);
  }
  return kOk;
}

Expected<int> list(const Arguments& /*arguments*/) {
  FEEDRATE_TRY(all, load_baselines(""));
  if (all.empty())
    std::printf("no baselines in ./%s; make one: feedrate baseline record RUN --name main\n", kBaselines);
  for (const auto& each : all)
    std::printf("%-16s %-20s %-40s %zu sessions\n", each.name.c_str(), each.experiment.c_str(), each.profile.c_str(),
                each.latest.sessions.size());
  return kOk;
}

const Word kRun = {"RUN", "a run's name or folder"};
const Option kName = {"--name", "NAME", "the baseline's name, such as main"};

}  // namespace

Verb baseline_record_verb() {
  return {{"baseline record",
           "decide",
           "adds a run's sessions to a baseline",
           "feedrate baseline record first --name main",
           {kRun},
           {kName}},
          record};
}
Verb baseline_accept_verb() {
  return {{"baseline accept",
           "decide",
           "makes a run the baseline; the first one stays as its anchor",
           "feedrate baseline accept first --name main",
           {kRun},
           {kName, {"--any-branch", "", "also where this is not the main branch"}}},
          accept};
}
Verb baseline_show_verb() {
  return {{"baseline show",
           "decide",
           "a baseline's sessions",
           "feedrate baseline show main",
           {{"NAME", "the baseline's name"}},
           {{"--json", "", "for programs"}}},
          show};
}
Verb baseline_list_verb() {
  return {{"baseline list", "decide", "the baselines in ./baselines", "feedrate baseline list", {}, {}}, list};
}

}  // namespace feedrate::app
