#include "feedrate/app/cli/strict.h"

#include <algorithm>
#include <vector>

#include "feedrate/app/cli/watching.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/random.h"

namespace feedrate::app {
namespace {

using contract::marks::Mode;

constexpr int kStrictBlocks = 6;

}  // namespace

Expected<contract::Record> watch_strictly(const contract::BlockSpec& block, control::Store& store,
                                          const Installation& installation) {
  Random random(seed_of(block.plan));
  std::vector<Mode> order = {Mode::kReal, Mode::kReplay, Mode::kLoader};
  contract::Record real;
  contract::ProgramEvidence all;
  for (int number = 1; number <= kStrictBlocks; ++number) {
    if (number % 2 == 1)
      random.shuffle(order);
    else
      std::reverse(order.begin(), order.end());
    for (const auto mode : order) {
      FEEDRATE_TRY(record, watch_block(with_only(block, mode, 1), store, installation));
      if (!std::holds_alternative<contract::Measured>(record.outcome)) return record;
      const auto& program = *record.evidence.program;
      for (auto segment : program.segments) {
        if (segment.block == 0) continue;
        segment.block = number;
        all.segments.push_back(segment);
      }
      all.replayed += program.replayed;
      all.dropped += program.dropped;
      if (mode == Mode::kReal) real = record;
    }
  }
  auto& program = *real.evidence.program;
  program.segments = std::move(all.segments);
  program.replayed = all.replayed;
  program.dropped = all.dropped;
  return real;
}

}  // namespace feedrate::app
