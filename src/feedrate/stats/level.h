// Whether a series of numbers keeps its level: two parts held against each other, the place where it most likely
// changed, and groups that may differ. Where the place was chosen by looking, or the noise is not known to be normal,
// the answer is how often a random order looks as bad. Pure; the same answer on every machine.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace feedrate::stats {

struct Split {
  double effect = 0;  // mean after less mean before
  double t = 0;       // pooled two-sample statistic; infinite where neither part varies
};
// Both parts have at least one number, and together three or more.
Split split_at(std::span<const double> series, std::size_t at);

struct Change {
  std::size_t at = 0;  // the first number after it
  double effect = 0;
  double p = 1;  // share of random orders in which some place looks as bad
};
// The place with the largest t, with `fewest_beside` (2 or more) numbers on either side. Absent where there is none, or
// where the change there is smaller than is of interest.
std::optional<Change> likeliest_change(std::span<const double> series, std::size_t fewest_beside, double smallest = 0);

// All changes with p below `level`: the likeliest first divides the series, then each part is looked at. Ascending.
std::vector<Change> changes_in(std::span<const double> series, std::size_t fewest_beside, double level);

// How often numbers dealt to groups of these sizes at random differ as much between groups (F statistic). Absent with
// fewer than two groups, or where no group has two numbers.
std::optional<double> groups_alike(std::span<const std::vector<double>> groups);

}  // namespace feedrate::stats
