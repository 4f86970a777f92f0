#include "feedrate/control/judge/node_effect.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"
#include "feedrate/control/judge/table.h"

namespace feedrate::control {
namespace {

// Twelve blocks of two subjects, every other one on another machine, on which the second subject is `faster` times as
// fast.
std::vector<contract::Record> on_two_nodes(double faster) {
  std::vector<contract::Record> out;
  const double wobble[] = {1, 1.01, 0.99, 1.02, 0.98, 1};
  for (int block = 1; block <= 12; ++block) {
    auto a = example::cell(example::loader_case("a"), block, 1000);
    auto b = example::cell(example::loader_case("b"), block, 500 * wobble[block % 6] * (block > 6 ? faster : 1));
    a.node = b.node = block > 6 ? "node-2" : "node-1";
    out.push_back(a);
    out.push_back(b);
  }
  return out;
}

const PairedRatio& ratio_in(const Table& table) { return *table.groups.front().rows.back().ratio; }

TEST(NodeEffect, NodesThatDifferAreNamedWithTheirRatios) {
  const auto records = on_two_nodes(1.2);
  const auto table = judge_table(records, {});
  ASSERT_TRUE(table);
  const auto& effect = ratio_in(*table).nodes;
  ASSERT_TRUE(effect);
  ASSERT_EQ(effect->nodes.size(), 2U);
  EXPECT_EQ(effect->nodes[0].node, "node-1");
  EXPECT_EQ(effect->nodes[0].n, 6);
  EXPECT_NEAR(effect->nodes[0].ratio, 0.5, 0.005);
  EXPECT_NEAR(effect->nodes[1].ratio, 0.6, 0.006);
  EXPECT_LT(*effect->p, kNodesDiffer);
}

TEST(NodeEffect, NodesThatAreAlikeAreNotSaidToDiffer) {
  const auto records = on_two_nodes(1);
  const auto table = judge_table(records, {});
  ASSERT_TRUE(table);
  EXPECT_GT(*ratio_in(*table).nodes->p, 0.5);
}

TEST(NodeEffect, OneNodeHasNone) {
  const auto records = example::two_subjects();
  const auto table = judge_table(records, {});
  ASSERT_TRUE(table);
  EXPECT_FALSE(ratio_in(*table).nodes);
}

}  // namespace
}  // namespace feedrate::control
