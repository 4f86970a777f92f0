#include "feedrate/control/judge/overall.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "feedrate/stats/distributions.h"

namespace feedrate::control {
namespace {

constexpr std::size_t kFewestComparisons = 3;
constexpr double kUpper = 0.975;

// Of one subject, over the shared comparisons.
OverallRow mean_of(const std::string& name, const std::vector<const PairedRatio*>& ratios) {
  const auto count = static_cast<double>(ratios.size());
  double sum = 0;
  double variances = 0;  // of the comparisons' means
  double weights = 0;    // for the degrees of freedom of their sum (Satterthwaite 1946)
  bool has_interval = true;
  for (const auto* each : ratios) {
    sum += std::log(each->ratio);
    if (!each->interval) {
      has_interval = false;
      continue;
    }
    const double freedom = each->n - 1;
    const double error =
        std::log(each->interval->high / each->interval->low) / 2 / stats::student_t_quantile(kUpper, freedom);
    variances += error * error;
    weights += std::pow(error, 4) / freedom;
  }
  OverallRow out{name, std::exp(sum / count), {}, false};
  if (!has_interval) return out;
  const double freedom = weights > 0 ? variances * variances / weights : 1;
  const double half = stats::student_t_quantile(kUpper, freedom) * std::sqrt(variances) / count;
  out.interval = {out.ratio * std::exp(-half), out.ratio * std::exp(half)};
  return out;
}

bool part(const OverallRow& faster, const OverallRow& slower, const std::string& reference) {
  // The reference is what it is.
  if (!faster.interval && faster.name != reference) return false;
  if (!slower.interval && slower.name != reference) return false;
  return (faster.interval ? faster.interval->low : faster.ratio) >
         (slower.interval ? slower.interval->high : slower.ratio);
}

}  // namespace

std::optional<Overall> overall_of(const Table& table) {
  if (table.groups.size() < kFewestComparisons) return {};
  Overall out{table.groups.front().reference, static_cast<int>(table.groups.size()), 0, {}};
  std::set<std::string> names;
  for (const auto& group : table.groups) {
    if (group.reference.empty() || group.reference != out.reference) return {};
    for (const auto& row : group.rows)
      if (row.ratio) names.insert(row.name);
  }
  if (names.empty()) return {};
  std::map<std::string, std::vector<const PairedRatio*>> shared;
  for (const auto& group : table.groups) {
    std::map<std::string, const PairedRatio*> here;
    for (const auto& row : group.rows)
      if (row.ratio) here[row.name] = &*row.ratio;
    if (here.size() < names.size()) continue;
    ++out.shared;
    for (const auto& [name, ratio] : here) shared[name].push_back(ratio);
  }
  if (out.shared == 0) return out;
  out.rows.push_back({out.reference, 1, {}, false});
  for (const auto& [name, ratios] : shared) out.rows.push_back(mean_of(name, ratios));
  std::stable_sort(out.rows.begin(), out.rows.end(),
                   [](const OverallRow& a, const OverallRow& b) { return a.ratio > b.ratio; });
  for (std::size_t i = 0; i + 1 < out.rows.size(); ++i)
    out.rows[i].parts = part(out.rows[i], out.rows[i + 1], out.reference);
  return out;
}

}  // namespace feedrate::control
