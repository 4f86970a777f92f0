#include "feedrate/base/suggest.h"

#include <algorithm>
#include <numeric>

namespace feedrate {
namespace {

std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> choices) {
  // Longer words are not worth the quadratic work: nobody misspells 64 letters by two.
  if (word.size() > 64) return {};
  std::string best;
  std::size_t best_edits = word.size() < 5 ? 2 : 3;
  for (const auto& choice : choices) {
    const std::size_t n = edits(word, choice);
    if (n < best_edits) {
      best = choice;
      best_edits = n;
    }
  }
  return best;
}

std::string either(std::span<const std::string> choices) {
  std::string out;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) out += i + 1 == choices.size() ? " or " : ", ";
    out += choices[i];
  }
  return out;
}

std::string one_of(std::span<const std::string> choices, std::string_view word) {
  constexpr std::size_t kMany = 20;
  const std::string guess = nearest(word, choices);
  if (guess.empty()) return either(choices);
  if (choices.size() > kMany) return guess + ", or one of " + std::to_string(choices.size() - 1) + " others";
  return either(choices) + "; did you mean " + guess + "?";
}

}  // namespace feedrate
