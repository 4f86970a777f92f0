// Field tables of the capability document.
#pragma once

#include "feedrate/contract/capability/capability.h"

namespace feedrate {

template <>
struct Names<contract::Availability> {
  static constexpr std::array<std::pair<contract::Availability, const char*>, 4> names = {
      {{contract::Availability::kDeclared, "declared"},
       {contract::Availability::kAvailable, "available"},
       {contract::Availability::kMissing, "missing"},
       {contract::Availability::kBroken, "broken"}}};
};
template <>
struct Names<contract::Depth> {
  static constexpr std::array<std::pair<contract::Depth, const char*>, 2> names = {
      {{contract::Depth::kStatic, "static"}, {contract::Depth::kProbe, "probe"}}};
};
template <>
struct Names<contract::Scope> {
  static constexpr std::array<std::pair<contract::Scope, const char*>, 5> names = {
      {{contract::Scope::kDecode, "decode"},
       {contract::Scope::kTransform, "transform"},
       {contract::Scope::kLoader, "loader"},
       {contract::Scope::kStorage, "storage"},
       {contract::Scope::kStep, "step"}}};
};
template <>
struct Names<contract::MediaKind> {
  static constexpr std::array<std::pair<contract::MediaKind, const char*>, 4> names = {
      {{contract::MediaKind::kRgb, "rgb"},
       {contract::MediaKind::kMultichannel, "multichannel"},
       {contract::MediaKind::kVideo, "video"},
       {contract::MediaKind::kTokens, "tokens"}}};
};
template <>
struct Fields<contract::Support> {
  static constexpr auto doc = "one combination the subject supports";
  static constexpr auto table =
      std::tuple{field("scope", &contract::Support::scope, "where the clock starts and stops"),
                 field("media", &contract::Support::media, "kinds of data", filled()),
                 field("sources", &contract::Support::sources, "where samples may come from", filled()),
                 field("devices", &contract::Support::devices, "where the work may be done", filled()),
                 field("operations", &contract::Support::operations, "recipe operations it has", filled()),
                 field("lacks", &contract::Support::lacks, "why it does not have others, by its documentation")};
};
template <>
struct Fields<contract::InFlight> {
  static constexpr auto doc = "batches held back: fixed + per_worker * workers + per_prefetch * workers * prefetch";
  static constexpr auto table = std::tuple{
      field("fixed", &contract::InFlight::fixed, "whatever the settings", range(0, 1e6)),
      field("per_worker", &contract::InFlight::per_worker, "for each worker", range(0, 1e6)),
      field("per_prefetch", &contract::InFlight::per_prefetch, "for each worker and prefetch step", range(0, 1e6))};
};
template <>
struct Fields<contract::Interpreter> {
  static constexpr auto doc = "the Python that answered";
  static constexpr auto table =
      std::tuple{field("executable", &contract::Interpreter::executable, "its path", filled()),
                 field("version", &contract::Interpreter::version, "its version", filled()),
                 field("paths", &contract::Interpreter::paths, "folders that hold its packages")};
};
template <>
struct Fields<contract::Capability> {
  static constexpr auto doc = "what a subject can do";
  static constexpr auto table = std::tuple{
      field("subject", &contract::Capability::subject, "its name", name_rule()),
      field("depth", &contract::Capability::depth, "whether the library was imported"),
      field("availability", &contract::Capability::availability, "whether it can run here"),
      field("reason", &contract::Capability::reason, "why it cannot", filled()),
      field("versions", &contract::Capability::versions, "of the libraries that do the work"),
      field("supports", &contract::Capability::supports, "what it can be asked for", filled()),
      field("in_flight", &contract::Capability::in_flight, "batches it may hold back"),
      field("least_workers", &contract::Capability::least_workers, "fewest workers it can be given", range(0, 1024)),
      field("interpreter", &contract::Capability::interpreter, "the Python that answered"),
  };
};

}  // namespace feedrate
