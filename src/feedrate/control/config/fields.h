// Field tables of the experiment; included where it is read, written or described, not by its users.
#pragma once

#include "feedrate/contract/capability/fields.h"
#include "feedrate/control/config/config.h"

namespace feedrate {

template <>
struct TextForm<control::MakeTarget> {
  static constexpr const char* expected = "FILE:FUNCTION, such as loader.py:make";
  static constexpr const char* pattern = "^[^:]+:[A-Za-z_][A-Za-z0-9_]*$";
  static std::optional<control::MakeTarget> parse(std::string_view text);
  static std::string print(const control::MakeTarget& target);
};
template <>
struct TextForm<control::Points> {
  static constexpr const char* expected = "percentage points, such as 2 points";
  static constexpr const char* pattern = "^[0-9]{1,6}(\\.[0-9]{1,6})? points?$";
  static std::optional<control::Points> parse(std::string_view text);
  static std::string print(control::Points points);
};
template <>
struct Names<control::InterleaveChoice> {
  static constexpr std::array<std::pair<control::InterleaveChoice, const char*>, 2> names = {
      {{control::InterleaveChoice::kSliced, "sliced"}, {control::InterleaveChoice::kAlternate, "alternate"}}};
};
template <>
struct Fields<control::DataConfig> {
  static constexpr auto doc = "the data every subject reads";
  static constexpr auto table = std::tuple{
      field("uri", &control::DataConfig::uri, "folder, shards or s3://bucket/prefix", filled()),
      field("source", &control::DataConfig::source, "where samples come from while the clock runs", optional()),
      field("cache", &control::DataConfig::cache, "the page cache state that is asked for", optional()),
      field("items", &control::DataConfig::items, "use only the first so many samples, over and over", range(1, 1e12)),
      field("ratio", &control::DataConfig::ratio, "use a seeded random share of the samples", range(1e-9, 1)),
  };
};
template <>
struct Shorthand<control::DataConfig> {
  static constexpr const char* field = "uri";
};
template <>
struct Fields<control::Subject> {
  static constexpr auto doc = "what is under test";
  static constexpr auto table = std::tuple{
      field("name", &control::Subject::name, "a shipped subject, or what yours is called", name_rule()),
      field("environment", &control::Subject::environment, "the key of environments it runs in", name_rule()),
      field("make", &control::Subject::make, "the function of yours that makes the loader"),
      field("command", &control::Subject::command, "the program of yours, {python} for the interpreter", filled()),
      field("label", &control::Subject::label, "a word that footnotes its rows and keeps them unranked", name_rule()),
      field("note", &control::Subject::note, "a sentence for the footnote", filled()),
      field("required", &control::Subject::required, "false: coverage does not miss it"),
  };
};
template <>
struct Shorthand<control::Subject> {
  static constexpr const char* field = "name";
};
template <>
struct Fields<control::Axes> {
  static constexpr auto doc = "the settings to combine: every value of each with every value of the others";
  static constexpr auto table = std::tuple{
      field("workers", &control::Axes::workers, "worker processes or threads", range(0, 1024).filled().optional()),
      field("batch", &control::Axes::batch, "samples a batch", range(1, 65536).filled().optional()),
      field("prefetch", &control::Axes::prefetch, "batches a worker may be ahead", range(1, 1024).filled().optional()),
      field("cpus", &control::Axes::cpus, "CPUs the subject may use", range(1, 65536).filled()),
      field("pin_memory", &control::Axes::pin_memory, "batches in page-locked memory", filled().optional()),
      field("persistent_workers", &control::Axes::persistent_workers, "workers live across epochs",
            filled().optional()),
      field("device", &control::Axes::device, "where the work is done", filled().optional()),
  };
};
template <>
struct Fields<control::Measure> {
  static constexpr auto doc = "how much is measured, and how the arms share the time";
  static constexpr auto table = std::tuple{
      field("blocks", &control::Measure::blocks, "passes over all cases", range(1, 100000).optional()),
      field("grow", &control::Measure::grow, "true: after the first, blocks only where ranks are not settled",
            optional()),
      field("window", &control::Measure::window, "how much is measured in one piece", optional()),
      field("interleave", &control::Measure::interleave, "how the arms share the time", optional()),
      field("slice", &control::Measure::slice, "length of a slice; those of the burn-in also four times as long",
            optional()),
      field("running", &control::Measure::running, "thawed time an arm", optional()),
  };
};
template <>
struct Fields<control::Build> {
  static constexpr auto doc = "how a revision is made runnable";
  static constexpr auto table = std::tuple{field("command", &control::Build::command, "a shell command", filled())};
};
template <>
struct Fields<control::LimitsConfig> {
  static constexpr auto doc = "what a cell may use before it is ended";
  static constexpr auto table = std::tuple{
      field("cell", &control::LimitsConfig::cell, "running time of one cell", optional()),
      field("memory", &control::LimitsConfig::memory, "memory of the cell's process tree"),
      field("slow", &control::LimitsConfig::slow, "of a transform: time of a sample above which it is not measured")};
};
template <>
struct Fields<control::Environment> {
  static constexpr auto doc = "how a group of subjects is started";
  static constexpr auto table =
      std::tuple{field("python", &control::Environment::python, "the interpreter, relative to this file", filled())};
};
template <>
struct Fields<control::Tolerance> {
  static constexpr auto doc = "changes the gate lets pass";
  static constexpr auto table = std::tuple{
      field("throughput", &control::Tolerance::throughput, "drop that fails", optional()),
      field("step_time", &control::Tolerance::step_time, "rise that fails", optional()),
      field("memory", &control::Tolerance::memory, "rise that warns", optional()),
      field("perplexity", &control::Tolerance::perplexity, "rise that fails", optional()),
      field("probe", &control::Tolerance::probe, "drop that fails", optional()),
      field("loss_slope", &control::Tolerance::loss_slope, "slope that fails", range(0, 1000).optional()),
  };
};
template <>
struct Fields<control::Floor> {
  static constexpr auto doc = "values below which the gate fails, whatever the baseline";
  static constexpr auto table = std::tuple{field("throughput", &control::Floor::throughput, "samples a second"),
                                           field("probe", &control::Floor::probe, "score of the probe")};
};
template <>
struct Fields<control::Gate> {
  static constexpr auto doc = "what the gate decides by";
  static constexpr auto table =
      std::tuple{field("tolerance", &control::Gate::tolerance, "changes it lets pass", optional()),
                 field("floor", &control::Gate::floor, "values below which it fails", optional())};
};
template <>
struct Fields<control::Config> {
  static constexpr auto doc = "an experiment";
  static constexpr auto table = std::tuple{
      field("experiment", &control::Config::experiment, "its name, and its run's", name_rule()),
      field("scope", &control::Config::scope, "where the clock starts and stops"),
      field("media", &control::Config::media, "kind of data", optional()),
      field("data", &control::Config::data, "the data every subject reads"),
      field("recipe", &control::Config::recipe, "the work every subject must do"),
      field("subjects", &control::Config::subjects, "what is under test", filled()),
      field("axes", &control::Config::axes, "the settings to combine", optional()),
      field("measure", &control::Config::measure, "how much is measured", optional()),
      field("build", &control::Config::build, "how a revision is made runnable"),
      field("limits", &control::Config::limits, "what a cell may use", optional()),
      field("environments", &control::Config::environments, "how each group of subjects is started", optional()),
      field("gate", &control::Config::gate, "what the gate decides by", optional()),
      field("seed", &control::Config::seed, "of orders and of samples", range(0, 4294967295.0).optional()),
  };
};

}  // namespace feedrate
