#include "feedrate/app/cli/what_if.h"

#include <charconv>
#include <filesystem>

#include "feedrate/base/json.h"
#include "feedrate/base/read.h"
#include "feedrate/base/write.h"
#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"
#include "feedrate/host/pace.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMost = 1024;
// Ours, and what torch calls it.
const std::map<std::string, std::string>& known() {
  static const std::map<std::string, std::string> names = {{"workers", "num_workers"}, {"prefetch", "prefetch_factor"}};
  return names;
}

std::string file_in(const std::string& folder) { return folder + "/predictions.jsonl"; }

std::vector<control::Checked> read_checked(const std::string& file) {
  std::vector<control::Checked> out;
  const auto text = host::read_file(file);
  if (!text) return out;
  for (std::size_t from = 0, to = 0; (to = text->find('\n', from)) != std::string::npos; from = to + 1) {
    const auto value = parse_json(text->substr(from, to - from), file);
    if (!value) continue;
    if (auto checked = read<control::Checked>(*value, file)) out.push_back(std::move(*checked));
  }
  return out;
}

}  // namespace

std::string WhatIf::text() const {
  std::string out;
  for (const auto& [key, value] : changes) out += format("{}{}={}", out.empty() ? "" : ", ", key, value);
  return out;
}

std::string WhatIf::environment() const {
  Value out = Value::map();
  for (const auto& [key, value] : changes) out.set(known().at(key), Value::integer(value));
  return canonical_json(out);
}

Expected<WhatIf> read_what_if(const std::vector<std::string>& texts) {
  WhatIf out;
  for (const auto& text : texts) {
    const auto at = text.find('=');
    const std::string key = text.substr(0, at);
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    if (at == std::string::npos || !known().contains(key) || at + 1 == text.size() ||
        std::from_chars(text.data() + at + 1, end, value).ptr != end || value < 0 || value > kMost)
      return input_error(format("--if {}: expected workers=N or prefetch=N", text));
    out.changes[key] = value;
  }
  return out;
}

control::Cpus cpus_here() {
  const double count = host::this_machine().cpus_effective;
  return {count, host::speed_together(static_cast<int>(count))};
}

std::optional<control::Prediction> predict(const WhatIf& what_if, const contract::Record& base) {
  const auto workers = what_if.changes.find("workers");
  if (what_if.changes.size() != 1 || workers == what_if.changes.end()) return {};
  const auto diagnosis = control::diagnose(base);
  if (!diagnosis) return {};
  return control::predict_workers(base, *diagnosis, cpus_here(), static_cast<int>(workers->second));
}

Expected<std::optional<contract::Record>> last_answer(control::Store& store, const std::string& plan) {
  control::Filter filter;
  filter.plan = plan;
  std::optional<contract::Record> out;
  FEEDRATE_TRY(unreadable, store.for_each(filter, [&](const contract::Record& record, bool orphan) {
    if (orphan || !std::holds_alternative<contract::Measured>(record.outcome) || !control::diagnose(record)) return;
    const auto rank = [](const contract::Record& each) {
      return std::pair(!contract::was_disturbed(each.outcome), each.started);
    };
    if (!out || rank(*out) <= rank(record)) out = record;
  }));
  static_cast<void>(unreadable);  // another call's record that is broken is no reason not to answer this one
  return out;
}

Status keep(const control::Store& store, const control::Checked& checked) {
  const std::string file = file_in(store.folder().root());
  const auto before = host::read_file(file);
  return host::write_file(file, (before ? *before : "") + canonical_json(write(checked)) + "\n");
}

std::vector<control::Checked> all_checked(const control::Store& store) {
  const std::string runs = fs::path(store.folder().root()).parent_path().string();
  std::vector<control::Checked> out;
  const auto names = host::list_folder(runs);
  if (!names) return out;
  for (const auto& name : *names)
    for (auto& each : read_checked(file_in(runs + "/" + name))) out.push_back(std::move(each));
  return out;
}

}  // namespace feedrate::app
