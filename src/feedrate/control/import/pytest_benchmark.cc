// pytest-benchmark, --benchmark-json=FILE or .benchmarks/. A file is one process: its rounds are parts of one
// repetition, however many there are. More repetitions are more files.
#include <algorithm>
#include <numeric>

#include "feedrate/control/import/formats.h"
#include "feedrate/control/import/started.h"

namespace feedrate::control {
namespace {

Expected<Repetition> pytest_repetition(const Part& stats) {
  FEEDRATE_TRY(rounds, count_in(stats, "rounds"));
  FEEDRATE_TRY(iterations, count_in(stats, "iterations"));
  const auto each = static_cast<double>(iterations);
  if (static_cast<double>(rounds) * each > 1e15) return wrong_part(stats, "fewer rounds than 10^15 iterations");
  // Without --benchmark-save-data only the sums are there.
  if (stats.value->find("data") == nullptr) {
    FEEDRATE_TRY(mean, number_in(stats, "mean", at_least(0)));
    return repetition_of({rounds * iterations, mean * static_cast<double>(rounds) * each});
  }
  FEEDRATE_TRY(data, seconds_in(stats, "data"));
  if (data.size() != static_cast<std::size_t>(rounds)) return wrong_part(stats, "as many data as rounds");
  for (double& seconds : data) seconds *= each;
  const double seconds = std::accumulate(data.begin(), data.end(), 0.0);
  return repetition_of({rounds * iterations, seconds, std::move(data)});
}

ImportedMachine pytest_machine(const Value& info) {
  ImportedMachine out;
  const Value* cpu = info.find("cpu");
  out.cpu_model = fact_text(cpu, "brand_raw");
  out.cpus = static_cast<int>(std::clamp(fact_number(cpu, "count"), 0.0, 1e6));
  out.node = fact_text(&info, "node");
  return out;
}

// The revision, and that it was changed, so that it is none.
std::string pytest_software(const Value* commit) {
  const std::string id = fact_text(commit, "id");
  return fact_flag(commit, "dirty") ? id + " changed" : id;
}

}  // namespace

Expected<ImportedFile> read_pytest_benchmark(const Part& root) {
  ImportedFile out{.kind = ImportKind::kPytestBenchmark};
  FEEDRATE_TRY(machine, part_in(root, "machine_info", Value::Kind::kMap));
  FEEDRATE_TRY(benchmarks, list_in(root, "benchmarks"));
  out.environment.set("machine_info", *machine.value);
  const Value* commit = root.value->find("commit_info");
  if (commit != nullptr) out.environment.set("commit_info", *commit);
  ImportedSubject like;
  like.machine = pytest_machine(*machine.value);
  like.software = pytest_software(commit);
  const std::string started = utc_text(fact_text(root.value, "datetime"), Zoneless::kUtc);
  for (const auto& benchmark : benchmarks) {
    // The full name: two test files may each have a test_sort.
    FEEDRATE_TRY(name, text_in(benchmark, "fullname"));
    like.name = name;
    FEEDRATE_TRY(stats, part_in(benchmark, "stats", Value::Kind::kMap));
    FEEDRATE_TRY(repetition, pytest_repetition(stats));
    repetition.started = started;
    subject_in(out, like).repetitions.push_back(std::move(repetition));
  }
  return out;
}

}  // namespace feedrate::control
