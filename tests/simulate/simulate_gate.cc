// What the gate says of simulated series whose truth is known: rates of REGRESSED, PASS and CANNOT TELL by true change,
// noise and its size, as a Markdown table. Seeded: the same numbers on every machine.
//
//   simulate_gate [GATES A POINT, 20000]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "feedrate/base/format.h"
#include "feedrate/base/random.h"
#include "feedrate/control/judge/gate_rule.h"

namespace feedrate {
namespace {

constexpr double kTolerance = 0.03;
constexpr int kMostBlocks = 28 + 6 * 6;  // every look may set six aside
constexpr double kHiccupShare = 0.02;    // share of cells
constexpr double kHiccup = 0.20;         // that take so much longer
constexpr double kCorrelation = 0.5;
constexpr double kDriftABlock = 0.005;  // a block
constexpr int kBaseline = 28;           // blocks of the reference that ran before, in sequential order

enum class Noise { kNormal, kHeavy, kHiccups, kCorrelated, kDrift, kDriftSequential };
constexpr const char* kNames[] = {"normal", "t3", "hiccups", "AR(1)", "drift, interleaved", "drift, sequential"};

class Simulator {
 public:
  explicit Simulator(std::uint64_t seed) : random_(seed) {}

  // The log ratios of one comparison; `sd` is that of a block's log ratio where the noise is normal.
  std::vector<double> series(double change, double sd, Noise noise) {
    std::vector<double> out;
    before_ = normal();
    for (int block = 0; block < kMostBlocks; ++block) {
      // Two cells in balanced order: the reference first in even blocks.
      const double first = cell(sd, noise);
      const double second = cell(sd, noise);
      double log = std::log1p(change) + (block % 2 == 0 ? second - first : first - second);
      const double half_a_block = kDriftABlock / 2;
      if (noise == Noise::kDrift) log -= block % 2 == 0 ? half_a_block : -half_a_block;
      if (noise == Noise::kDriftSequential) log -= kDriftABlock * kBaseline;
      out.push_back(log);
    }
    return out;
  }

 private:
  double normal() {
    return std::sqrt(-2 * std::log(1 - random_.unit())) * std::cos(2 * std::numbers::pi * random_.unit());
  }
  // Student's t with 3 degrees of freedom, scaled to a variance of 1.
  double heavy() {
    double squares = 0;
    for (int i = 0; i < 3; ++i) squares += std::pow(normal(), 2);
    return normal() / std::sqrt(squares / 3) / std::sqrt(3.0);
  }
  double cell(double sd, Noise noise) {
    const double scale = sd / std::numbers::sqrt2;
    if (noise == Noise::kHeavy) return scale * heavy();
    if (noise == Noise::kHiccups) return scale * normal() - (random_.unit() < kHiccupShare ? std::log1p(kHiccup) : 0);
    if (noise == Noise::kCorrelated) {
      before_ = kCorrelation * before_ + std::sqrt(1 - kCorrelation * kCorrelation) * normal();
      return scale * before_;
    }
    return scale * normal();
  }

  Random random_;
  double before_ = 0;
};

struct Rates {
  double regressed = 0;
  double pass = 0;
  double cannot_tell = 0;
  double blocks = 0;
};

Rates simulate(double change, double sd, Noise noise, int gates, std::uint64_t seed) {
  Simulator simulator(seed);
  Rates out;
  for (int i = 0; i < gates; ++i) {
    const auto state = control::gate(simulator.series(change, sd, noise), kTolerance);
    FEEDRATE_CHECK(state.verdict.has_value());
    const double one = 100.0 / gates;
    if (*state.verdict == control::GateVerdict::kRegressed)
      out.regressed += one;
    else if (*state.verdict == control::GateVerdict::kCannotTell)
      out.cannot_tell += one;
    else
      out.pass += one;
    out.blocks += static_cast<double>(state.looked_at + state.confirmed_by + state.set_aside) / gates;
  }
  return out;
}

int run(int gates) {
  std::printf(
      "| noise | sd of a block, %% | true change, %% | REGRESSED, %% | PASS, %% | CANNOT TELL, %% | blocks, mean |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  double worst = 0;
  std::uint64_t seed = 1;
  for (int noise = 0; noise < 6; ++noise)
    for (const double sd : {0.01, 0.02, 0.04})
      for (const double times : {0.0, 0.5, 1.0, 2.0}) {
        const auto kind = static_cast<Noise>(noise);
        const Rates rates = simulate(-times * kTolerance, sd, kind, gates, seed++);
        std::printf("%s\n", format("| {} | {:.0f} | {:.1f} | {:.2f} | {:.2f} | {:.2f} | {:.1f} |", kNames[noise],
                                   100 * sd, times == 0 ? 0.0 : -100 * times * kTolerance, rates.regressed, rates.pass,
                                   rates.cannot_tell, rates.blocks)
                                .c_str());
        const bool drifting = kind == Noise::kDrift || kind == Noise::kDriftSequential;
        if (times == 0 && !drifting) worst = std::max(worst, rates.regressed);
      }
  std::printf(
      "\nTolerance %.0f %%, %d gates a row. Highest rate of REGRESSED where nothing changed, drift not counted: %.2f "
      "%%.\n",
      100 * kTolerance, gates, worst);
  return worst <= 1.0 ? 0 : 1;
}

}  // namespace
}  // namespace feedrate

int main(int argc, char** argv) {
  const int gates = argc > 1 ? std::atoi(argv[1]) : 20000;
  if (gates < 1) {
    std::fputs("usage: simulate_gate [GATES A POINT]\n", stderr);
    return 2;
  }
  return feedrate::run(gates);
}
