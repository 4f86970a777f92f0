#include "feedrate/control/plan/plan.h"

#include <algorithm>
#include <numeric>

#include "feedrate/base/hash.h"
#include "feedrate/base/random.h"
#include "feedrate/base/suggest.h"
#include "feedrate/base/write.h"
#include "feedrate/contract/ids.h"
#include "feedrate/control/plan/exclude.h"
#include "feedrate/control/plan/fit.h"

namespace feedrate::control {
namespace {

// Every combination of the axes, the last axis fastest; the visitor returns false to stop.
bool for_each_settings(const Axes& axes, const std::function<bool(const contract::Settings&)>& visit) {
  std::vector<std::optional<int>> cpus = {std::nullopt};
  if (axes.cpus) cpus.assign(axes.cpus->begin(), axes.cpus->end());
  contract::Settings s;
  for (const auto device : axes.device)
    for (const auto& cpu : cpus)
      for (const int workers : axes.workers)
        for (const int batch : axes.batch)
          for (const int prefetch : axes.prefetch)
            for (const bool pin : axes.pin_memory)
              for (const bool persistent : axes.persistent_workers) {
                s = {workers, batch, prefetch, cpu, pin, persistent, device, contract::ThreadPolicy::kPipelineDefault};
                if (!visit(s)) return false;
              }
  return true;
}

std::optional<contract::Accepted> accepted_of(const contract::Recipe& recipe, const contract::Operation& operation) {
  if (recipe.accepted)
    for (const auto& each : *recipe.accepted)
      if (each.op == contract::name_of_operation(operation)) return each;
  return {};
}

// Those that are one number: enough to tell two of a kind apart.
std::string parameters_of(const contract::Operation& operation) {
  std::string out;
  const Value written = write(operation);
  for (const auto& member : written.members())
    if (member.value.is(Value::Kind::kInteger) || member.value.is(Value::Kind::kReal))
      out += format(" {} {}", member.key, member.value.shown());
  return out;
}

}  // namespace

Plan::Plan(PlanInputs inputs) : inputs_(std::move(inputs)) {
  FEEDRATE_CHECK(inputs_.subjects.size() == inputs_.config.subjects.size());
  Hasher hasher;
  hasher.add("plan").add(plan_key(inputs_.config)).add(inputs_.data.fingerprint);
  // With other software it is another plan: cells of the old one are stale and can never count as done.
  for (const auto& subject : inputs_.subjects) hasher.add(subject.build);
  id_ = hasher.id();
}

contract::CaseSpec Plan::case_of(std::size_t subject, const contract::Settings& settings,
                                 const contract::Operation* operation) const {
  const Config& config = inputs_.config;
  contract::CaseSpec out;
  out.subject = config.subjects[subject].name;
  out.settings = settings;
  out.clock.window = config.measure.window;
  contract::Data data = data_of(config);
  data.fingerprint = inputs_.data.fingerprint;
  data.items = std::min(data.items.value_or(inputs_.data.items), inputs_.data.items);
  const contract::Recipe recipe = config.recipe.value_or(contract::Recipe{});
  switch (config.scope) {
    case contract::Scope::kLoader:
      out.work = contract::LoaderWork{config.media, data, recipe, contract::Handoff::kHost};
      break;
    case contract::Scope::kDecode:
      out.work = contract::DecodeWork{config.media, data, std::get<contract::Decode>(recipe.operations.front())};
      break;
    case contract::Scope::kTransform:
      out.work = contract::TransformWork{config.media, data, *operation, accepted_of(recipe, *operation)};
      out.settings.threads = contract::ThreadPolicy::kMicroSingle;
      break;
    case contract::Scope::kStorage:
      out.work = contract::StorageWork{data};
      break;
    case contract::Scope::kStep:
      out.work = contract::StepWork{config.media, data, recipe, contract::StepMode::kEndToEnd};
      break;
  }
  return out;
}

Comparison Plan::comparison_of(const contract::Settings& settings, const contract::Operation* operation) const {
  Comparison comparison;
  for (std::size_t i = 0; i < inputs_.subjects.size(); ++i) {
    contract::CaseSpec what = case_of(i, settings, operation);
    if (comparison.id.empty()) comparison.id = contract::comparison_id(what);
    const auto& capability = inputs_.subjects[i].capability;
    auto reason = reason_to_exclude(inputs_.config, capability, inputs_.data, what);
    if (!reason) reason = reason_not_to_fit(inputs_.machine, capability, what);
    if (reason) {
      comparison.excluded.push_back({std::move(what), *reason});
    } else {
      std::string id = contract::case_id(what);
      comparison.cases.push_back({i, std::move(what), std::move(id)});
    }
  }
  leave_out_what_few_have(comparison);
  return comparison;
}

void Plan::leave_out_what_few_have(Comparison& comparison) const {
  const Config& config = inputs_.config;
  if (config.scope != contract::Scope::kTransform || !config.recipe || !config.recipe->least_subjects) return;
  const auto least = static_cast<std::size_t>(*config.recipe->least_subjects);
  if (comparison.cases.size() >= least) return;
  const std::string reason = format("{} of the {} subjects can do it here, and {} keeps what at least {} can",
                                    comparison.cases.size(), inputs_.subjects.size(), config.recipe->name, least);
  for (auto& each : comparison.cases) comparison.excluded.push_back({std::move(each.what), reason});
  comparison.cases.clear();
}

void Plan::for_each_comparison(const std::function<bool(const Comparison&)>& visit) const {
  const auto& config = inputs_.config;
  for_each_settings(config.axes, [&](const contract::Settings& settings) {
    if (config.scope != contract::Scope::kTransform) return visit(comparison_of(settings, nullptr));
    return std::all_of(config.recipe->operations.begin(), config.recipe->operations.end(),
                       [&](const contract::Operation& each) { return visit(comparison_of(settings, &each)); });
  });
}

PlanCounts Plan::count() const {
  PlanCounts out;
  out.blocks = inputs_.config.measure.blocks;
  for_each_comparison([&](const Comparison& comparison) {
    out.cases += static_cast<std::int64_t>(comparison.cases.size());
    out.excluded += static_cast<std::int64_t>(comparison.excluded.size());
    if (!comparison.cases.empty()) ++out.comparisons;
    return true;
  });
  out.cells = out.cases * out.blocks;
  return out;
}

bool Plan::is_asked_for(const Comparison& comparison) const {
  if (comparison.cases.empty()) return false;
  const auto* transform = std::get_if<contract::TransformWork>(&comparison.cases.front().what.work);
  const auto& only = inputs_.only;
  return only.empty() || transform == nullptr ||
         std::find(only.begin(), only.end(), contract::name_of_operation(transform->operation)) != only.end();
}

bool Plan::wants_slices(const Comparison& comparison) const {
  return inputs_.config.measure.interleave == InterleaveChoice::kSliced && comparison.cases.size() > 1 &&
         !cannot_slice();
}

bool Plan::wants_burn_in(const Comparison& comparison) const {
  // One thread and no queue: nothing goes on behind a transform that is frozen, and there is nothing to show.
  const bool can_be_harmed = inputs_.config.scope != contract::Scope::kTransform;
  return (can_be_harmed && wants_slices(comparison)) || (inputs_.discard_first && !comparison.cases.empty());
}

std::optional<std::string> Plan::cannot_slice() const {
  if (data_of(inputs_.config).cache != contract::Cache::kCold) return {};
  return "cache cold was asked for, and arms that are alive together warm each other's data";
}

std::string Plan::block_id(const Comparison& comparison, int number) const {
  return hash_id("block", id_, comparison.id, std::to_string(number));
}

contract::BlockSpec Plan::block(const Comparison& comparison, int number, int attempt,
                                const std::optional<std::string>& alternate_because) const {
  const Config& config = inputs_.config;
  contract::BlockSpec out;
  out.id = block_id(comparison, number);
  out.plan = id_;
  out.comparison = comparison.id;
  out.number = number;
  out.attempt = attempt;
  // The same seed for every arm of a block, another for the next.
  out.seed = static_cast<std::uint32_t>(
      seed_of(hash_id("seed", std::to_string(config.seed), comparison.id, std::to_string(number))));
  out.limits = {config.limits.cell.seconds, {}, slow_seconds(config)};
  if (config.limits.memory) out.limits.memory_bytes = config.limits.memory->bytes;
  if (wants_slices(comparison) && !alternate_because)
    out.interleave = contract::Sliced{4 * config.measure.slice.seconds, config.measure.slice.seconds,
                                      config.measure.running.seconds, number == 0};
  else if (config.measure.interleave == InterleaveChoice::kSliced && comparison.cases.size() > 1)
    out.interleave = contract::Alternate{alternate_because ? alternate_because : cannot_slice()};
  else
    out.interleave = contract::Alternate{};

  // Blocks come in pairs whose orders are each other's reverse.
  std::vector<std::size_t> order(comparison.cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed_of(hash_id("order", std::to_string(config.seed), comparison.id, std::to_string(number / 2))));
  random.shuffle(order);
  if (number % 2 == 1) std::reverse(order.begin(), order.end());
  for (const std::size_t index : order) {
    const PlannedCase& planned = comparison.cases[index];
    const SubjectFacts& facts = inputs_.subjects[planned.subject];
    const std::string cell = contract::cell_id(planned.id, facts.build, id_, number, attempt);
    out.needs.cpus = std::max(out.needs.cpus, planned.what.settings.workers);
    out.order.push_back({planned.what.subject,
                         facts.build,
                         facts.start,
                         contract::in_flight(facts.capability.in_flight, planned.what.settings),
                         {{cell, planned.id, planned.what}}});
    if (!facts.capability.versions.empty()) out.order.back().versions = facts.capability.versions;
    if (const auto& row = config.subjects[planned.subject]; row.label || row.note)
      out.order.back().footnote = contract::Footnote{row.label, row.note};
  }
  return out;
}

std::string describe_case(const contract::CaseSpec& what) {
  if (const auto* transform = std::get_if<contract::TransformWork>(&what.work))
    return format("{} · {}{}", what.subject, contract::name_of_operation(transform->operation),
                  parameters_of(transform->operation));
  std::string out = format("{} · workers {} · batch {}", what.subject, what.settings.workers, what.settings.batch);
  const contract::Settings usual;
  if (what.settings.prefetch != usual.prefetch) out += format(" · prefetch {}", what.settings.prefetch);
  if (what.settings.cpus) out += format(" · cpus {}", *what.settings.cpus);
  if (what.settings.pin_memory) out += " · pin_memory";
  if (what.settings.persistent_workers) out += " · persistent_workers";
  if (what.settings.device != usual.device) out += format(" · {}", name_of(what.settings.device));
  return out;
}

}  // namespace feedrate::control
