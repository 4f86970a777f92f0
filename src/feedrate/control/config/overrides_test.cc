#include "feedrate/control/config/overrides.h"

#include <gtest/gtest.h>

#include "feedrate/base/json.h"
#include "feedrate/control/config/load.h"

namespace feedrate::control {
namespace {

constexpr const char* kText =
    "experiment: e\nscope: storage\ndata: ./photos\nsubjects: [native]\naxes: {workers: [2]}\nmeasure: {blocks: 5}\n";

Expected<Config> load(const std::vector<Override>& overrides, const char* text = kText) {
  return load_config(text, "e.yaml", overrides,
                     [](const std::string& name) -> Expected<NamedText> { return unknown_recipe(name, {}); });
}

Override set(std::string_view text) {
  auto made = set_override(text);
  EXPECT_TRUE(made) << made.error().text();
  return *made;
}

Override flag(std::string_view name, std::string_view text) {
  auto made = flag_override(name, text);
  EXPECT_TRUE(made) << made.error().text();
  return *made;
}

std::string refusal(const Override& change) {
  auto config = load({change});
  return config ? "accepted" : config.error().message;
}

TEST(Overrides, EveryShortFlagReachesItsKey) {
  auto config = load({flag("--num-runs", "9"), flag("--num-items", "100"), flag("--workers", "1,2,4"),
                      flag("--batch-size", "256"), flag("--device", "cpu,cuda"), flag("--cache", "cold")});
  ASSERT_TRUE(config) << config.error().text();
  EXPECT_EQ(config->measure.blocks, 9);
  EXPECT_EQ(config->data.uri, "./photos");
  EXPECT_EQ(config->data.items, 100);
  EXPECT_EQ(config->axes.workers, (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(config->axes.batch, std::vector<int>{256});
  EXPECT_EQ(config->axes.device, (std::vector<contract::Device>{contract::Device::kCpu, contract::Device::kCuda}));
  EXPECT_EQ(config->data.cache, contract::Cache::kCold);
  auto share = load({flag("--sample-ratio", "0.5")});
  ASSERT_TRUE(share) << share.error().text();
  EXPECT_EQ(share->data.ratio, 0.5);
  for (const auto& each : short_flags()) EXPECT_FALSE(each.doc.empty()) << each.flag;
}

TEST(Overrides, SetTakesTheValuesThatTheFileTakes) {
  auto config = load({set("measure.window=1 epoch"), set("measure.slice=100 ms"), set("axes.pin_memory=[true, false]"),
                      set("subjects=[{name: mine, command: [./mine, a=b]}]"), set("limits.memory=8 GiB"),
                      set("environments.torch.python=.venv/bin/python"), set("media.kind=video"), set("seed=7")});
  ASSERT_TRUE(config) << config.error().text();
  EXPECT_EQ(config->measure.window.unit, contract::Window::Unit::kEpochs);
  EXPECT_EQ(config->measure.slice.seconds, 0.1);
  EXPECT_EQ(config->axes.pin_memory, (std::vector<bool>{true, false}));
  EXPECT_EQ(config->subjects.at(0).command->at(1), "a=b");
  EXPECT_EQ(config->limits.memory->bytes, std::int64_t{8} << 30);
  EXPECT_EQ(config->environments.at("torch").python, ".venv/bin/python");
  EXPECT_EQ(config->seed, 7U);
}

TEST(Overrides, TheLastOneWins) {
  auto config = load({set("measure.blocks=6"), flag("--num-runs", "8")});
  ASSERT_TRUE(config) << config.error().text();
  EXPECT_EQ(config->measure.blocks, 8);
}

TEST(Overrides, ProblemsNameTheFlag) {
  EXPECT_EQ(refusal(flag("--batch-size", "0")),
            "--batch-size 0: axes.batch[0] is 0; expected a whole number from 1 to 65536");
  EXPECT_EQ(refusal(flag("--cache", "hot")), "--cache hot: data.cache is \"hot\"; expected any, cold or warm");
  EXPECT_EQ(refusal(flag("--workers", "1,2,1")),
            "--workers 1,2,1: axes.workers[2] is 1, which the list already has; write each value once");
  EXPECT_EQ(refusal(set("measure.block=7")),
            "--set measure.block=7: unknown key block in measure; did you mean blocks? (keys here: blocks, grow, "
            "window, interleave, slice or running)");
  EXPECT_EQ(refusal(set("mesure.blocks=7")),
            "--set mesure.blocks=7: unknown key mesure at the top level; did you mean measure? (keys here: experiment, "
            "scope, media, data, recipe, subjects, axes, measure, build, limits, environments, gate or seed)");
  EXPECT_EQ(refusal(set("axes.workers=4")), "--set axes.workers=4: axes.workers is 4; expected a list; write [4]");
  EXPECT_EQ(refusal(set("axes.pin_memory=[yes]")),
            "--set axes.pin_memory=[yes]: yes is read differently by different YAML versions; write true, false or "
            "null, or quote it: \"yes\"");
  EXPECT_EQ(refusal(set("seed=")), "--set seed=: seed is nothing; expected a whole number from 0 to 4294967295");
}

TEST(Overrides, ListsAreSetAsAWhole) {
  const std::string advice = "a list is set as a whole, not by item; write --set 'subjects=[...]' or edit the file";
  EXPECT_EQ(refusal(set("subjects[0].label=x")), "--set subjects[0].label=x: " + advice);
  EXPECT_EQ(refusal(set("subjects.0=native")), "--set subjects.0=native: " + advice);
}

TEST(Overrides, ConflictsWithTheFileAreSeen) {
  auto config = load({flag("--sample-ratio", "0.1")},
                     "experiment: e\nscope: storage\ndata: {uri: ./photos, items: 5}\nsubjects: [native]\n");
  ASSERT_FALSE(config);
  EXPECT_EQ(
      config.error().message,
      "--sample-ratio 0.1: data has both items and ratio; keep one: items takes the first samples, ratio a random "
      "share of them");
}

TEST(Overrides, WhatIsNoOverride) {
  EXPECT_EQ(set_override("measure.blocks").error().message,
            "--set measure.blocks: expected KEY=VALUE, such as --set measure.blocks=7");
  EXPECT_EQ(refusal(set("measure..blocks=7")),
            "--set measure..blocks=7: \"measure..blocks\" is no path of keys; expected one such as measure.blocks");
  EXPECT_FALSE(flag_override("--blocks", "7"));
}

TEST(PlanKey, KeepsCellsWhenOnlyTheMachineOrTheNumberOfBlocksChanges) {
  auto base = load({});
  ASSERT_TRUE(base);
  for (const char* same : {"measure.blocks=50", "measure.grow=true", "limits.cell=1 h", "limits.memory=1 GiB",
                           "data.uri=/elsewhere", "environments.torch.python=/usr/bin/python3", "build.command=make",
                           "gate.tolerance.throughput=1 %", "subjects=[{name: native, label: x, note: y}]"}) {
    auto changed = load({set(same)});
    ASSERT_TRUE(changed) << changed.error().text();
    EXPECT_EQ(plan_key(*changed), plan_key(*base)) << same;
  }
  for (const char* other : {"seed=2", "axes.workers=[3]", "data.items=5", "measure.window=300 batches", "experiment=f",
                            "measure.running=7 s", "subjects=[{name: mine, command: [a]}]", "axes.batch=[3]"}) {
    auto changed = load({set(other)});
    ASSERT_TRUE(changed) << changed.error().text();
    EXPECT_NE(plan_key(*changed), plan_key(*base)) << other;
  }
}

}  // namespace
}  // namespace feedrate::control
