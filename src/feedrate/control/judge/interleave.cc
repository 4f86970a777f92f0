#include "feedrate/control/judge/interleave.h"

#include <cmath>

#include "feedrate/base/format.h"
#include "feedrate/measure/slices.h"

namespace feedrate::control {
namespace {

// Share of the memory that all arms together may take before keeping them alive together is a risk.
constexpr double kMemoryShare = 0.8;

}  // namespace

std::optional<std::string> reason_to_alternate(std::span<const contract::Record> burn_in, std::int64_t memory_bytes) {
  std::int64_t pss = 0;
  for (const auto& record : burn_in) pss += record.evidence.process.peak_pss_bytes.value_or(0);
  if (static_cast<double>(pss) > kMemoryShare * static_cast<double>(memory_bytes))
    return format("all arms together take {} MiB, over {:.0f} % of this machine's {} MiB", pss >> 20,
                  100 * kMemoryShare, memory_bytes >> 20);
  for (const auto& record : burn_in) {
    const auto& subject = record.what.subject;
    if (const auto* hung = std::get_if<contract::Hung>(&record.outcome))
      return format("{} hung in the burn-in ({}), so that freezing cannot be shown harmless", subject, hung->stage);
    // An arm that failed says nothing about freezing.
    if (!std::holds_alternative<contract::Measured>(record.outcome) || !record.evidence.slices) continue;
    const auto& check = record.evidence.slices->freeze_check;
    const auto& samples = record.evidence.marks.samples;
    if (!check && samples && !measure::is_trusted(*samples))
      return format("{} counted {} samples and handed out {}, so that freezing cannot be shown harmless", subject,
                    samples->counted, samples->handed_out);
    if (!check && record.evidence.slices->counted_by == contract::CountedBy::kBatches)
      return format("{} counts no finished samples, so that freezing cannot be shown harmless", subject);
    if (!check) return format("{}: too few of its slices can be paired to show that freezing is harmless", subject);
    if (!measure::is_harmless(*check))
      return format(
          "{}: rate in short slices {:+.1f} % against long ones, 99 % interval [{:+.1f}, {:+.1f}] of {} pairs, not "
          "inside ±{:.0f} %, or surely more than {:.0f} %",
          subject, 100 * std::expm1(check->log_ratio), 100 * std::expm1(check->low), 100 * std::expm1(check->high),
          check->pairs, 100 * measure::kHarmless, 100 * measure::kHarmlessIfReal);
  }
  return {};
}

}  // namespace feedrate::control
