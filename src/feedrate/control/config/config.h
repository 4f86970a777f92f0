// An experiment as the rest of control sees it: parsed, checked, every default filled in, the recipe expanded. Plain
// data; load.h makes it. Paths are kept as they were written: who opens them decides what they are relative to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/value.h"
#include "feedrate/contract/capability/capability.h"
#include "feedrate/contract/work/work.h"
#include "feedrate/control/config/policy.h"

namespace feedrate::control {

struct DataConfig {
  std::string uri;
  contract::Source source = contract::Source::kStorage;
  contract::Cache cache = contract::Cache::kAny;
  std::optional<std::int64_t> items;
  std::optional<double> ratio;
};

// "loader.py:make"
struct MakeTarget {
  std::string source;
  std::string function;
};

struct Subject {
  std::string name;
  std::optional<std::string> environment;  // a key of Config::environments; filled in for shipped Python subjects
  std::optional<MakeTarget> make;
  std::optional<std::vector<std::string>> command;
  std::optional<std::string> label;
  std::optional<std::string> note;
  std::optional<bool> required = {};  // whether its cases must be there; they must unless it says no
};

struct Axes {
  std::vector<int> workers = {kPolicy.workers};
  std::vector<int> batch = {kPolicy.batch};
  std::vector<int> prefetch = {kPolicy.prefetch};
  std::optional<std::vector<int>> cpus;  // absent: every CPU the agent may use
  std::vector<bool> pin_memory = {kPolicy.pin_memory};
  std::vector<bool> persistent_workers = {kPolicy.persistent_workers};
  std::vector<contract::Device> device = {contract::Device::kCpu};
};

enum class InterleaveChoice { kSliced, kAlternate };

struct Measure {
  int blocks = kPolicy.blocks;
  bool grow = kPolicy.grow;
  contract::Window window = kPolicy.window;
  InterleaveChoice interleave = InterleaveChoice::kSliced;
  Duration slice = kPolicy.slice;
  Duration running = kPolicy.running;
};

struct Build {
  std::string command;
};

struct LimitsConfig {
  Duration cell = kPolicy.cell;
  std::optional<ByteCount> memory;
  std::optional<Duration> slow = {};  // of a transform; absent: the policy's for the medium
};

struct Environment {
  std::string python;
};

// "2 points", of a share in percent
struct Points {
  double points = 0;
};

struct Tolerance {
  Share throughput = kPolicy.throughput;
  Share step_time = kPolicy.step_time;
  Share memory = kPolicy.memory;
  Share perplexity = kPolicy.perplexity;
  Points probe = {kPolicy.probe_points};
  double loss_slope = kPolicy.loss_slope;
};

struct Floor {
  std::optional<PerSecond> throughput;
  std::optional<Points> probe;
};

struct Gate {
  Tolerance tolerance;
  Floor floor;
};

struct Config {
  std::string experiment;
  contract::Scope scope = contract::Scope::kLoader;
  contract::Media media;
  DataConfig data;
  std::optional<contract::Recipe> recipe;  // absent in the storage scope only
  std::vector<Subject> subjects;
  Axes axes;
  Measure measure;
  std::optional<Build> build;
  LimitsConfig limits;
  std::map<std::string, Environment> environments;
  Gate gate;
  std::uint32_t seed = kPolicy.seed;
};

// The resolved experiment: every default written out, the recipe inline. load_config reads it back to the same config.
Value write_config(const Config& config);

// What a plan's id is made of: canonical JSON of the resolved experiment without what may change while cells stay
// valid (blocks and whether they grow, limits, labels, notes, the gate) and without what belongs to one machine
// (data.uri, interpreter paths, how a build is made).
std::string plan_key(const Config& config);

// How long a sample may take before a transform is slow; other scopes have no such limit.
std::optional<double> slow_seconds(const Config& config);

// The data of a case; `plan` adds the fingerprint.
contract::Data data_of(const Config& config);

}  // namespace feedrate::control
