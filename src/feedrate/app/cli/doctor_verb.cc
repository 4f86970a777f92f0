#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "feedrate/app/cli/verb.h"
#include "feedrate/base/format.h"
#include "feedrate/base/json.h"
#include "feedrate/control/doctor/findings.h"
#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {
namespace {

// Long enough to see a neighbour, short enough to wait for.
constexpr double kLookSeconds = 1.0;
constexpr const char* kThreadVariables[] = {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                                            "NUMEXPR_NUM_THREADS", "TBB_NUM_THREADS"};

std::optional<std::string> governor() {
  auto text = host::read_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!text) return {};
  while (!text->empty() && text->back() == '\n') text->pop_back();
  return *text;
}

control::Look look_here(const std::string& data) {
  control::Look out;
  out.load = host::load_over(kLookSeconds);
  out.bounds = host::bounds_here();
  out.governor = governor();
  out.numa_nodes = host::this_machine().numa_nodes;
  out.data = data;
  out.file_system = host::file_system_of(data);
  for (const char* name : kThreadVariables)
    if (const char* value = std::getenv(name)) out.threads[name] = value;
  out.gpus = host::gpus_here();
  return out;
}

const char* level_word(control::Level level) { return level == control::Level::kWarn ? "warn" : "note"; }

Value to_json(const control::Look& look, const std::vector<control::Complaint>& findings) {
  Value out = Value::map();
  out.set("cpus_effective", Value::real(host::binding(look.bounds).cpus));
  out.set("binding", Value::text(control::binding_words(look.bounds)));
  Value bounds = Value::map();
  for (const auto& each : look.bounds.cpus) bounds.set(each.what, Value::real(each.cpus));
  out.set("cpus", bounds);
  out.set("memory_bytes", Value::integer(host::memory_binding(look.bounds).bytes));
  if (look.bounds.shm) out.set("shm_free_bytes", Value::integer(look.bounds.shm->free));
  out.set("open_files", Value::integer(look.bounds.files.soft));
  if (look.load) {
    out.set("busy_cpus", Value::real(look.load->busy_cpus));
    out.set("steal_share", Value::real(look.load->steal_share));
  }
  out.set("governor", look.governor ? Value::text(*look.governor) : Value());
  out.set("numa_nodes", Value::integer(look.numa_nodes));
  out.set("file_system", look.file_system ? Value::text(look.file_system->type) : Value());
  Value gpus = Value::list();
  for (const auto& gpu : look.gpus.gpus) gpus.items().push_back(Value::text(gpu.name));
  out.set("gpus", gpus);
  Value list = Value::list();
  for (const auto& finding : findings) {
    Value each = Value::map();
    each.set("level", Value::text(level_word(finding.level)));
    each.set("what", Value::text(finding.what));
    each.set("fix", Value::text(finding.fix));
    list.items().push_back(each);
  }
  out.set("findings", list);
  return out;
}

void print_screen(const control::Look& look, const std::vector<control::Complaint>& findings) {
  const auto& bound = host::binding(look.bounds);
  std::printf("%s\n", host::profile_of(host::this_machine()).c_str());
  std::printf("  cpus      %g of %g%s\n", bound.cpus, look.bounds.cpus.front().cpus,
              bound.what == "machine" ? "" : format(", bound by {}", bound.what).c_str());
  std::printf("  memory    %.1f GiB%s\n", static_cast<double>(host::memory_binding(look.bounds).bytes) / 1073741824.0,
              host::memory_binding(look.bounds).what == "machine" ? "" : ", bound by a cgroup limit");
  if (look.bounds.shm)
    std::printf("  shm       %.1f GiB free\n", static_cast<double>(look.bounds.shm->free) / 1073741824.0);
  std::printf("  files     %lld at once\n", static_cast<long long>(look.bounds.files.soft));
  std::printf("  governor  %s\n", look.governor ? look.governor->c_str() : "n/a (none here)");
  std::printf("  numa      %d node%s\n", look.numa_nodes, look.numa_nodes == 1 ? "" : "s");
  std::printf("  load      %s\n", look.load ? format("{:.1f} CPUs busy with others, {:.1f} % stolen",
                                                     look.load->busy_cpus, 100 * look.load->steal_share)
                                                  .c_str()
                                            : "n/a (/proc/stat cannot be read)");
  std::printf("  data      %s on %s\n", look.data.c_str(),
              look.file_system ? look.file_system->type.c_str() : "n/a (its mount is not known)");
  std::printf(
      "  gpus      %s\n",
      look.gpus.gpus.empty()
          ? format("n/a ({})", look.gpus.reason).c_str()
          : format("{} x {}, driver {}", look.gpus.gpus.size(), look.gpus.gpus.front().name, look.gpus.driver).c_str());
  std::printf("\n%s\n", findings.empty() ? "nothing found that would hold a loader back" : "");
  for (const auto& finding : findings)
    std::printf("%s  %s\n      fix: %s\n", level_word(finding.level), finding.what.c_str(), finding.fix.c_str());
}

Expected<std::string> data_in(const Arguments& arguments, const std::string& otherwise) {
  const auto data = arguments.find("--data");
  if (data && !host::exists(*data)) return input_error(format("--data {}: there is no such folder", *data));
  return data.value_or(otherwise);
}

Expected<int> run_doctor(const Arguments& arguments) {
  FEEDRATE_TRY(data, data_in(arguments, "."));
  const auto look = look_here(data);
  const auto findings = control::findings_of(look);
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(to_json(look, findings)).c_str());
  else
    print_screen(look, findings);
  return kOk;
}

Expected<int> show_profile(const Arguments& arguments) {
  FEEDRATE_TRY(data, data_in(arguments, ""));
  const auto machine = host::this_machine(data);
  const auto fields = host::profile_fields(machine);
  if (arguments.has("--json")) {
    Value out = Value::map();
    out.set("profile", Value::text(host::profile_of(machine)));
    for (const auto& [name, value] : fields) out.set(name, Value::text(value));
    std::printf("%s\n", pretty_json(out).c_str());
    return kOk;
  }
  std::printf("%s\n", host::profile_of(machine).c_str());
  for (const auto& [name, value] : fields) std::printf("  %-13s %s\n", name.c_str(), value.c_str());
  std::printf("results compare only where all of these agree; node name, kernel and clock speed do not count\n");
  if (!arguments.has("--data")) std::printf("data that is not on a local disk adds a part: --data DIR\n");
  return kOk;
}

}  // namespace

Verb profile_show_verb() {
  return {{"profile show",
           "more",
           "what decides whether results of two machines may be compared",
           "feedrate profile show",
           {},
           {{"--data", "DIR", "where the data lies"}, {"--json", "", "for programs"}}},
          show_profile};
}

Verb doctor_verb() {
  return {{"doctor",
           "look",
           "what binds this machine or allocation, and what to do about it",
           "feedrate doctor --data ./photos",
           {},
           {{"--data", "DIR", "where the data lies (. unless given)"}, {"--json", "", "for programs"}}},
          run_doctor};
}

}  // namespace feedrate::app
