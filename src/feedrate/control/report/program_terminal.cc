// A watched program on one screen: what ran, the verdict with its numbers, where the loader's time goes, why.
#include <algorithm>
#include <cmath>

#include "feedrate/base/format.h"
#include "feedrate/control/judge/describe.h"
#include "feedrate/control/report/layout.h"
#include "feedrate/control/report/numbers.h"
#include "feedrate/control/report/program.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

using measure::Bound;

constexpr double kOverlapTold = 0.5;  // how wide its interval may be

Style style_of(Bound verdict) {
  switch (verdict) {
    case Bound::kComputeBound:
    case Bound::kBalanced:
      return Style::kGood;
    case Bound::kCannotTell:
      return Style::kBold;
    default:
      return Style::kBad;
  }
}

std::string rate_of(const stats::RatioEstimate& rate) { return rounded(rate.ratio, rate.interval).value; }

std::string rates(const measure::BoundEstimate& bound, const std::string& between) {
  const NumberText free = rounded(bound.free.ratio, bound.free.interval);
  return joined({format("real {} samples/s", rate_of(bound.real)), "loader alone " + rate_of(bound.loader),
                 "replay " + rate_of(bound.replay), format("if data were free: {}x {}", free.value, free.interval),
                 format("by its waits alone {:.2f}x", measure::free_by_waits(bound))},
                between);
}

// Beside a step or a loader that takes next to nothing it cannot be told.
std::string overlap_text(const measure::Share& overlap) {
  if (!overlap.interval || overlap.interval->high - overlap.interval->low > kOverlapTold) return "overlap not told";
  return format("overlap {:.2f}", std::clamp(overlap.mean, 0.0, 1.0));
}

// Never "-0".
double percent(double share) { return std::round(100 * share) + 0.0; }

std::string stall(const measure::BoundEstimate& bound, const std::string& between) {
  return joined({format("stall {:.0f} % (waiting {:.0f}, contention {:.0f})", percent(bound.stall.mean),
                        percent(bound.waiting.mean), percent(bound.contention.mean)),
                 overlap_text(bound.overlap)},
                between);
}

std::string stage_table(const Diagnosis& diagnosis, const Screen& screen) {
  Column names{"stage", {}, false};
  Column where{"in", {}, false};
  Column busy{"ms/sample", {}, true};
  Column share{"share", {}, true};
  Column blocked{"off CPU", {}, true};
  Column idle{"idle", {}, true};
  Column limiting{"", {}, false};
  std::vector<Style> styles;
  for (const auto& stage : diagnosis.stages) {
    names.cells.push_back(one_line(stage.name));
    where.cells.emplace_back(stage.in_workers ? "workers" : "program");
    busy.cells.push_back(format("{:.2f}", stage.busy_ms));
    share.cells.push_back(format("{:.0f} %", 100 * stage.share));
    blocked.cells.push_back(stage.blocked_share ? format("{:.0f} %", 100 * *stage.blocked_share) : "");
    idle.cells.push_back(stage.wait_share ? format("{:.0f} %", 100 * *stage.wait_share) : "");
    limiting.cells.emplace_back(stage.limiting ? "limiting" : "");
    styles.push_back(stage.limiting ? Style::kBold : Style::kPlain);
  }
  return aligned({names, where, busy, share, blocked, idle, limiting}, styles, screen);
}

std::string vitals(const contract::Evidence& evidence, const std::string& between) {
  std::vector<std::string> parts;
  if (const auto first = evidence.process.first_batch_seconds) parts.push_back(format("first batch {:.1f} s", *first));
  if (const auto gap = evidence.program->epoch_gap_seconds) parts.push_back(format("epoch gap {:.2f} s", *gap));
  if (const auto& window = evidence.window)
    parts.push_back(format("batch gap p50/p90/p99 {:.0f}/{:.0f}/{:.0f} ms", 1e3 * window->gap_p50,
                           1e3 * window->gap_p90, 1e3 * window->gap_p99));
  if (const auto& memory = evidence.memory)
    parts.push_back(format("PSS {:.1f} GB", static_cast<double>(memory->pss_bytes) / 1e9));
  return joined(parts, between);
}

std::string advice_text(const Advice& advice, const std::string& check) {
  const NumberText rate = rounded(advice.predicted.rate, stats::Interval{advice.predicted.low, advice.predicted.high});
  return format("try: {}: predicted {} samples/s {} (80 %), {:.2f}x, because {}; check it: {}", advice.change,
                rate.value, rate.interval, advice.predicted.rate / advice.now, advice.because, one_line(check));
}

std::string checked_text(const ProgramPage& page) {
  const auto& checked = *page.checked;
  const auto& predicted = checked.predicted;
  const double now = checked.before;
  const NumberText said = rounded(predicted.rate / now, stats::Interval{predicted.low / now, predicted.high / now});
  const auto& track = page.track;
  return format(
      "predicted: {}x {} (80 %) with {}, before it ran; measured in turns, {:.0f} and {:.0f} samples/s, {:.2f}x: {}{}. "
      "Held so far: {} of {}; off by {:.0f} % in the median (\"nothing changes\" by {:.0f} %, the slowest "
      "stage alone by {:.0f} %)",
      said.value, said.interval, checked.change, checked.base, checked.measured, gain(checked),
      is_inside(checked) ? "inside" : "OUTSIDE", checked.disturbed ? " (disturbed by other work)" : "", track.inside,
      track.checked, 100 * track.error, 100 * track.no_change_error, 100 * track.slowest_stage_error);
}

// The verdict, its numbers, the stages, why.
std::string answer(const ProgramPage& page, const Screen& screen) {
  const std::string between = screen.utf8 ? " \u00b7 " : " - ";
  const auto& found = page.diagnosis;
  const auto line = [&](const std::string& text) { return wrapped(text, screen.width, 2, 4, Style::kPlain, screen); };
  std::string out = line(one_line(found.summary) + format(" ({} blocks, 95 % interval)", found.bound.blocks));
  out += line(rates(found.bound, between)) + line(stall(found.bound, between));
  if (!found.stages.empty()) out += "\n" + stage_table(found, screen);
  out += "\n" + line(vitals(page.record->evidence, between));
  for (const auto& text : found.why) out += line("why: " + one_line(text));
  for (const auto& text : found.notes) out += line("also: " + one_line(text));
  for (const auto& advice : page.advice) out += line(advice_text(advice, page.check));
  if (page.checked) out += line(checked_text(page));
  return out;
}

std::string verdict(const Diagnosis& diagnosis, const Screen& screen) {
  return styled(name_of(diagnosis.bound.verdict), style_of(diagnosis.bound.verdict), screen);
}

}  // namespace

std::string render_quick_terminal(const QuickPage& page, const Screen& screen) {
  const std::string between = screen.utf8 ? " \u00b7 " : " - ";
  std::string out = wrapped(
      joined({"feedrate quick", one_line(page.data), format("batch {}", page.batch),
              format("a step of {:.0f} ms: {:.0f} samples/s", 1e3 * page.step_seconds, page.batch / page.step_seconds)},
             between),
      screen.width, 0, 2, Style::kBold, screen);
  out +=
      wrapped("machine: " + one_line(page.loaders.front().record->profile), screen.width, 0, 2, Style::kPlain, screen);
  for (const auto& loader : page.loaders)
    out += "\n  " + styled(one_line(loader.program), Style::kBold, screen) + "  " + verdict(loader.diagnosis, screen) +
           "\n" + answer(loader, screen);
  std::vector<std::string> missing = page.not_measured;
  missing.insert(missing.end(), {"your own program (feedrate wrap)", "a device", "cold storage"});
  return out + "\n" + wrapped("not measured: " + joined(missing, between), screen.width, 2, 4, Style::kDim, screen);
}

std::string render_program_terminal(const ProgramPage& page, const Screen& screen) {
  const auto& record = *page.record;
  const auto& program = *record.evidence.program;
  const std::string between = screen.utf8 ? " \u00b7 " : " - ";
  const auto line = [&](const std::string& text, int indent, Style style) {
    return wrapped(text, screen.width, indent, indent + 2, style, screen);
  };
  std::vector<std::string> head = {"feedrate wrap " + one_line(page.program),
                                   page.starts == 1 ? "one start" : format("{} starts", page.starts),
                                   format("{} blocks of real / replay / loader segments", page.diagnosis.bound.blocks),
                                   format("loader at {}", one_line(program.loader)),
                                   format("{} worker{}", program.workers, program.workers == 1 ? "" : "s")};
  if (program.ranks > 1) head.push_back(format("{} ranks", program.ranks));
  std::string out = line(joined(head, between), 0, Style::kBold);
  out += line("machine: " + one_line(record.profile), 0, Style::kPlain) + "\n";
  out += "  " + verdict(page.diagnosis, screen) + "\n" + answer(page, screen);
  out += line("not measured: " + joined(page.diagnosis.not_measured, between), 2, Style::kDim);
  out += line(page.afterwards, 2, Style::kDim);
  return out;
}

}  // namespace feedrate::control
