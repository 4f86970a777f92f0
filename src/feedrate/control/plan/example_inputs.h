// A small experiment for tests of plan and campaign: native and torch-pil, workers 0 and 2, all of it possible.
#pragma once

#include <string>
#include <vector>

#include "feedrate/base/hash.h"
#include "feedrate/control/plan/plan.h"

namespace feedrate::control::example {

inline contract::Capability capability(const std::string& subject) {
  contract::Capability out;
  out.subject = subject;
  out.availability = contract::Availability::kAvailable;
  out.supports = {{contract::Scope::kLoader,
                   {contract::MediaKind::kRgb},
                   {contract::Source::kStorage},
                   {contract::Device::kCpu},
                   {"decode", "horizontal_flip"}}};
  out.in_flight = {1, 2, 0};
  return out;
}

inline PlanInputs plan_inputs() {
  PlanInputs out;
  out.config.experiment = "e";
  out.config.data.uri = "photos";
  out.config.recipe = contract::Recipe{"r", {contract::Decode{}, contract::HorizontalFlip{}}, {}};
  out.config.axes.workers = {0, 2};
  for (const char* name : {"native", "torch-pil"}) {
    out.config.subjects.push_back({name, {}, {}, {}, {}, {}});
    out.subjects.push_back({{{name}, {}}, hash_id("build", name), capability(name)});
  }
  out.data = {hash_id("photos"), 1000};
  return out;
}

inline std::vector<Comparison> comparisons(const Plan& plan) {
  std::vector<Comparison> out;
  plan.for_each_comparison([&](const Comparison& each) {
    out.push_back(each);
    return true;
  });
  return out;
}

}  // namespace feedrate::control::example
