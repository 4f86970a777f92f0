// What holds for everything the agent runs, loaders and programs alike.
#pragma once

#include <cstdint>

namespace feedrate::agent {

inline constexpr std::int64_t kReportEvery = 250'000'000;
// Others that keep this share of the CPUs busy disturb a cell.
inline constexpr double kDisturbing = 0.1;
// Stacks must be got and the tree be dead within 2 s of the deadline.
inline constexpr double kStackBudget = 1.5;

}  // namespace feedrate::agent
