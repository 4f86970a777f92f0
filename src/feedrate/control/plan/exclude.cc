#include "feedrate/control/plan/exclude.h"

#include <algorithm>

#include "feedrate/base/suggest.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/control/plan/known_limits.h"

namespace feedrate::control {
namespace {

using contract::Availability;

template <class T>
bool has(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

template <class E>
std::string names(const std::vector<E>& list) {
  std::vector<std::string> out;
  for (const E each : list) out.emplace_back(name_of(each));
  return either(out);
}

std::vector<contract::Operation> operations_of(const Config& config, const contract::CaseSpec& what) {
  if (const auto* transform = std::get_if<contract::TransformWork>(&what.work)) return {transform->operation};
  return config.recipe ? config.recipe->operations : std::vector<contract::Operation>();
}

// The first thing this entry of the capability lacks.
std::optional<std::string> lacking(const contract::Support& support, const Config& config,
                                   const contract::CaseSpec& what) {
  const auto media = static_cast<contract::MediaKind>(config.media.index());
  if (!has(support.media, media)) return format("it takes {}, not {}", names(support.media), name_of(media));
  if (!has(support.sources, config.data.source))
    return format("it reads from {}, not from {}", names(support.sources), name_of(config.data.source));
  if (!has(support.devices, what.settings.device))
    return format("it runs on {}, not on {}", names(support.devices), name_of(what.settings.device));
  for (const auto& operation : operations_of(config, what))
    if (const std::string name = contract::name_of_operation(operation); !has(support.operations, name)) {
      const auto why = support.lacks.value_or(std::map<std::string, std::string>{});
      const auto found = why.find(name);
      return format("it has no {}{}", name, found == why.end() ? "" : ": " + found->second);
    }
  return {};
}

std::optional<std::string> known_limit(const Config& config, const contract::CaseSpec& what) {
  const auto media = static_cast<contract::MediaKind>(config.media.index());
  for (const auto& limit : kKnownLimits) {
    if (limit.subject != what.subject || limit.device != what.settings.device) continue;
    if (limit.media.value_or(media) != media) continue;
    for (const auto& operation : operations_of(config, what))
      if (contract::name_of_operation(operation) == limit.operation)
        return format("{} on {}: {} ({})", limit.operation, name_of(limit.device), limit.reason, limit.source);
  }
  return {};
}

}  // namespace

std::optional<std::string> reason_to_exclude(const Config& config, const contract::Capability& capability,
                                             const DataFacts& data, const contract::CaseSpec& what) {
  if (capability.availability == Availability::kMissing || capability.availability == Availability::kBroken)
    return format("{} here: {}", name_of(capability.availability), capability.reason.value_or("no reason given"));
  const bool loads = config.scope == contract::Scope::kLoader;
  const bool decodes = config.scope == contract::Scope::kDecode;
  if (!loads && !decodes && config.scope != contract::Scope::kTransform)
    return format("this version measures the loader, the decode and the transform scope, not {}",
                  name_of(config.scope));
  if (config.data.ratio) return "this version has no data.ratio; use data.items";
  if (what.settings.cpus) return "this version cannot limit CPUs; leave out axes.cpus";
  if ((loads || decodes) && what.settings.workers < capability.least_workers)
    return format("it needs at least {} worker{}", capability.least_workers, capability.least_workers == 1 ? "" : "s");
  const std::int64_t items = std::min(config.data.items.value_or(data.items), data.items);
  if (loads && items < what.settings.batch)
    return format("the data has {} samples, fewer than one batch of {}", items, what.settings.batch);
  std::optional<std::string> reason = format("it does not do the {} scope", name_of(config.scope));
  for (const auto& support : capability.supports) {
    if (support.scope != config.scope) continue;
    reason = lacking(support, config, what);
    if (!reason) return known_limit(config, what);
  }
  return reason;
}

}  // namespace feedrate::control
