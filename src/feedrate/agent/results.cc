#include "feedrate/agent/results.h"

#include <algorithm>
#include <cmath>

#include "feedrate/host/files.h"
#include "feedrate/measure/output.h"

namespace feedrate::agent {
namespace {

constexpr const char* kRuler = "native";
// Samples of which results are taken, and the most bytes of one.
constexpr std::size_t kMost = 4;
constexpr std::int64_t kMostBytes = 512 << 20;

const Arm* reference_of(const std::vector<std::unique_ptr<Arm>>& arms) {
  const Arm* first = nullptr;
  for (const auto& arm : arms) {
    if (arm->results().empty()) continue;
    if (arm->group().subject == kRuler) return arm.get();
    if (first == nullptr || arm->group().subject < first->group().subject) first = arm.get();
  }
  return first;
}

std::string shape_text(const measure::Output& output) {
  std::string out;
  for (const auto size : output.shape) out += format("{}{}", out.empty() ? "" : " x ", size);
  return out + (output.is_float ? " float32" : " uint8");
}

// Against the reference, sample by sample.
void hold_against(const Arm& reference, const contract::Operation& operation, const std::vector<std::string>& results,
                  contract::OutputEvidence& out) {
  out.against = reference.group().subject;
  measure::Apart all;
  if (results.size() != reference.results().size()) {
    out.otherwise =
        format("it left {} results, and {} left {}", results.size(), *out.against, reference.results().size());
    return;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto mine = measure::read_output(results[i]);
    const auto wanted = measure::read_output(reference.results()[i]);
    if (!mine || !wanted) {
      out.otherwise = format("a result of {} cannot be read: {}", mine ? *out.against : "it",
                             mine ? wanted.error().text() : mine.error().text());
      return;
    }
    const auto found = measure::apart(*mine, *wanted, operation);
    if (!found) {
      out.otherwise = format("it gives {}, and {} gives {}", shape_text(*mine), *out.against, shape_text(*wanted));
      return;
    }
    if (!std::isfinite(found->largest)) {
      out.otherwise = "its results have values that are no numbers";
      return;
    }
    all = {all.sum + found->sum, all.count + found->count, std::max(all.largest, found->largest)};
  }
  out.mean = all.sum / static_cast<double>(all.count);
  out.largest = all.largest;
}

}  // namespace

std::vector<std::string> read_results(const std::string& folder) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kMost; ++i) {
    const std::string path = format("{}/made/{}.raw", folder, i);
    const auto size = host::file_size(path);
    if (!size || *size > kMostBytes) break;
    auto text = host::read_file(path);
    if (!text) break;
    out.push_back(std::move(*text));
  }
  return out;
}

void compare_results(const std::vector<std::unique_ptr<Arm>>& arms) {
  const Arm* reference = reference_of(arms);
  if (reference == nullptr) return;
  for (const auto& arm : arms) {
    const auto* work = std::get_if<contract::TransformWork>(&arm->cell().what.work);
    if (work == nullptr || arm->results().empty()) continue;
    contract::OutputEvidence out;
    if (const auto first = measure::read_output(arm->results().front())) out.gives = shape_text(*first);
    out.samples = static_cast<std::int64_t>(arm->results().size());
    if (arm.get() != reference) hold_against(*reference, work->operation, arm->results(), out);
    arm->note_output(std::move(out));
  }
}

}  // namespace feedrate::agent
