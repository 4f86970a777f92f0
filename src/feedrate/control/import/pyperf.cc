// pyperf, `-o FILE`. A run is a process; its values are loops of one process, and no repeats of each other. So a run is
// one repetition, and its values are parts of it. Runs that only calibrated have no values.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "feedrate/control/import/formats.h"
#include "feedrate/control/import/started.h"

namespace feedrate::control {
namespace {

// Metadata that all benchmarks or runs share stands further up.
class Metadata {
 public:
  void add(const Value* map) {
    if (map != nullptr && map->is(Value::Kind::kMap)) maps_.push_back(map);
  }
  [[nodiscard]] std::string text(const char* key) const {
    std::string out;
    for (const auto* map : maps_)
      if (auto found = fact_text(map, key); !found.empty()) out = std::move(found);
    return out;
  }
  [[nodiscard]] double number(const char* key) const {
    double out = 0;
    for (const auto* map : maps_)
      if (const double found = fact_number(map, key); found != 0) out = found;
    return out;
  }

 private:
  std::vector<const Value*> maps_;  // the nearest last
};

const Value* metadata_of(const Part& part) {
  return part.value->is(Value::Kind::kMap) ? part.value->find("metadata") : nullptr;
}

Expected<std::optional<Repetition>> pyperf_repetition(const Part& run, Metadata metadata) {
  if (!run.value->is(Value::Kind::kMap)) return wrong_part(run, "a map");
  if (run.value->find("values") == nullptr) return std::nullopt;
  FEEDRATE_TRY(values, seconds_in(run, "values"));
  if (values.empty()) return std::nullopt;
  metadata.add(metadata_of(run));
  const auto loops = [&](const char* key) { return std::clamp(std::round(metadata.number(key)), 1.0, 1e12); };
  const double each = std::min(loops("loops") * loops("inner_loops"), 1e12);
  for (double& value : values) value *= each;
  const auto samples = static_cast<std::int64_t>(each) * static_cast<std::int64_t>(values.size());
  const double seconds = std::accumulate(values.begin(), values.end(), 0.0);
  Repetition out = repetition_of({samples, seconds, std::move(values)});
  out.started = utc_text(metadata.text("date"), Zoneless::kLocal);
  return out;
}

}  // namespace

Expected<ImportedFile> read_pyperf(const Part& root) {
  ImportedFile out{.kind = ImportKind::kPyperf};
  FEEDRATE_TRY(benchmarks, list_in(root, "benchmarks"));
  Metadata shared;
  shared.add(metadata_of(root));
  if (const Value* map = metadata_of(root)) out.environment = *map;
  for (const auto& benchmark : benchmarks) {
    Metadata metadata = shared;
    metadata.add(metadata_of(benchmark));
    FEEDRATE_TRY(runs, list_in(benchmark, "runs"));
    ImportedSubject like;
    like.name = metadata.text("name");
    if (like.name.empty()) return wrong_part(benchmark, "a benchmark whose metadata has a name");
    if (const auto unit = metadata.text("unit"); !unit.empty() && unit != "second") {
      out.left_out.push_back(format("{}: its values are in {}; expected second", like.name, unit));
      continue;
    }
    like.software = metadata.text("python_version");
    like.machine.cpu_model = metadata.text("cpu_model_name");
    like.machine.cpus = static_cast<int>(std::clamp(metadata.number("cpu_count"), 0.0, 1e6));
    like.machine.node = metadata.text("hostname");
    for (const auto& run : runs) {
      FEEDRATE_TRY(repetition, pyperf_repetition(run, metadata));
      if (repetition) subject_in(out, like).repetitions.push_back(std::move(*repetition));
    }
  }
  return out;
}

}  // namespace feedrate::control
