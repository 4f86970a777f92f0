#include "feedrate/control/judge/compare.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "feedrate/base/suggest.h"

namespace feedrate::control {
namespace {

struct Candidate {
  const Arm* a = nullptr;
  const Arm* b = nullptr;
};

std::string typed(const CompareSide& side) {
  return side.run + (side.subject ? ":" + *side.subject : "") + (side.build ? "@" + *side.build : "");
}

Status check_side(const CompareSide& side, const std::vector<Arm>& arms) {
  if (arms.empty())
    return failure(format("{} has no finished block, so there is nothing to compare; expected results of: feedrate run",
                          side.run));
  std::set<std::string> subjects;
  std::set<std::string> builds;
  for (const auto& arm : arms) {
    subjects.insert(arm.subject);
    if (!side.subject || arm.subject == *side.subject) builds.insert(short_id(arm.build));
  }
  if (side.subject && subjects.count(*side.subject) == 0) {
    const std::vector<std::string> choices(subjects.begin(), subjects.end());
    const std::string near = nearest(*side.subject, choices);
    return input_error(format("{} has no subject \"{}\"; expected {}{}", side.run, *side.subject, either(choices),
                              near.empty() ? "" : format(". Did you mean {}:{}?", side.run, near)));
  }
  const auto starts = [&](const Arm& arm) {
    return (!side.subject || arm.subject == *side.subject) && arm.build.starts_with(*side.build);
  };
  if (side.build && std::none_of(arms.begin(), arms.end(), starts)) {
    const std::vector<std::string> choices(builds.begin(), builds.end());
    return input_error(format("{} has no build \"{}\"; expected {}", side.run, *side.build, either(choices)));
  }
  return {};
}

bool selects(const CompareSide& side, const Arm& arm) {
  return (!side.subject || arm.subject == *side.subject) && (!side.build || arm.build.starts_with(*side.build));
}

std::vector<Candidate> candidates(const CompareSide& a, const std::vector<Arm>& arms_a, const CompareSide& b,
                                  const std::vector<Arm>& arms_b) {
  const bool same_work_is_enough = a.subject || b.subject;
  std::vector<Candidate> out;
  for (const auto& x : arms_a) {
    if (!selects(a, x)) continue;
    for (const auto& y : arms_b) {
      if (!selects(b, y)) continue;
      const bool common = same_work_is_enough ? x.comparison == y.comparison : x.case_id == y.case_id;
      // An arm against itself is 1 by construction, which is no finding.
      const bool same_cells = a.run == b.run && x.case_id == y.case_id && x.build == y.build && x.profile == y.profile;
      if (common && !same_cells) out.push_back({&x, &y});
    }
  }
  return out;
}

std::string listed(const std::vector<Candidate>& found, const std::map<std::string, CaseParts>& parts) {
  std::set<std::string> lines;
  for (const auto& [a, b] : found) {
    std::string line = "\n  " + case_text(parts.at(a->comparison), a->subject);
    if (b->subject != a->subject) line += " and " + b->subject;
    if (b->build != a->build && b->subject == a->subject)
      line += format(" (builds {} and {})", short_id(a->build), short_id(b->build));
    lines.insert(line);
  }
  std::string out;
  for (const auto& line : lines) out += line;
  return out;
}

std::map<std::string, CaseParts> describe_both(const std::vector<Arm>& a, const std::vector<Arm>& b) {
  std::vector<Arm> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return describe(both);
}

Expected<Candidate> only_one(const CompareSide& a, const std::vector<Arm>& arms_a, const CompareSide& b,
                             const std::vector<Arm>& arms_b) {
  const auto found = candidates(a, arms_a, b, arms_b);
  if (found.empty()) {
    if (a.run == b.run && a.subject == b.subject && a.build == b.build)
      return input_error(
          format("{0} and {0} are the same cells; expected two subjects or builds, such as {1}:native "
                 "{1}:torch-pil",
                 typed(a), a.run));
    return not_comparable(
        format("{} and {} have no work in common; feedrate report shows what each has measured", typed(a), typed(b)));
  }
  std::vector<Candidate> same_profile;
  for (const auto& each : found)
    if (each.a->profile == each.b->profile) same_profile.push_back(each);
  if (same_profile.empty())
    return not_comparable(
        format("{} ran on profile {} and {} on profile {}; results of different profiles cannot be "
               "compared. Run both on one machine, in one experiment",
               typed(a), found.front().a->profile, typed(b), found.front().b->profile));
  if (same_profile.size() > 1)
    return input_error(
        format("{} and {} have {} cases in common, and compare takes one:{}\nName a subject "
               "(RUN:SUBJECT), or see all ratios at once with feedrate report",
               typed(a), typed(b), same_profile.size(), listed(same_profile, describe_both(arms_a, arms_b))));
  return same_profile.front();
}

// The name a person would type; different runs keep different names.
std::string shown_run(const CompareSide& side, const CompareSide& other) {
  std::string name = last_component(side.run);
  return side.run != other.run && name == last_component(other.run) ? side.run : name;
}

// From the two themselves where both were repeated, else from everything measured under the same conditions.
std::optional<Outlook> outlook_for(const Compared& result, const Candidate& pair, const std::vector<Arm>& arms_a,
                                   const std::vector<Arm>& arms_b, bool one_run) {
  if (!result.a.rate || !result.b.rate) return {};
  std::vector<const Arm*> alike = {pair.a, pair.b};
  const double log_ratio = std::log(result.b.rate->rate / result.a.rate->rate);
  if (result.a.rate->n > 1 && result.b.rate->n > 1) return outlook_of(log_ratio, result.tolerance, alike);
  alike.clear();
  const auto take = [&](const std::vector<Arm>& arms) {
    for (const auto& arm : arms)
      if (arm.comparison == pair.a->comparison && arm.profile == pair.a->profile) alike.push_back(&arm);
  };
  take(arms_a);
  if (!one_run) take(arms_b);
  return outlook_of(log_ratio, result.tolerance, alike);
}

std::string why_no_pairs(const Compared& result, const Candidate& pair, bool one_run) {
  if (!one_run)
    return format(
        "no shared blocks: {} and {} are different runs, and the machine may have changed between them; "
        "measure both in one experiment",
        result.a.name, result.b.name);
  for (const auto* row : {&result.a, &result.b})
    if (!row->rate) return format("{} has no rate ({})", row->name, row->rate_missing);
  if (is_imported(*pair.a->cells.front()) && is_imported(*pair.b->cells.front()))
    return "no shared blocks: as far as the imported files say, one ran after the other, and the machine may have "
           "changed in between. If they took turns, import them with --interleaved";
  return "no shared blocks: no block has a rate of both";
}

}  // namespace

Expected<Compared> compare(const CompareSide& side_a, const CompareSide& side_b, double tolerance) {
  CompareSide a = side_a;
  CompareSide b = side_b;
  a.run = shown_run(side_a, side_b);
  b.run = shown_run(side_b, side_a);
  FEEDRATE_TRY_STATUS(check_tolerance(tolerance));
  const Arms found_a = arms_of(a.finished);
  const Arms found_b = arms_of(b.finished);
  FEEDRATE_TRY_STATUS(check_side(a, found_a.arms));
  FEEDRATE_TRY_STATUS(check_side(b, found_b.arms));
  FEEDRATE_TRY(pair, only_one(a, found_a.arms, b, found_b.arms));

  Compared out;
  out.parts = describe({*pair.a}).at(pair.a->comparison);
  out.profile = pair.a->profile;
  out.tolerance = tolerance;
  out.a = row_of(*pair.a, out.parts);
  out.b = row_of(*pair.b, out.parts);
  const bool one_run = a.run == b.run;
  const bool builds = one_run && out.a.subject == out.b.subject;
  out.a.name = a.run + ":" + out.a.subject + (builds ? "@" + short_id(out.a.build) : "");
  out.b.name = b.run + ":" + out.b.subject + (builds ? "@" + short_id(out.b.build) : "");
  out.interleaving = interleaving_of({pair.a, pair.b});
  // Two runs of one plan give their blocks the same ids, and still ran at different times.
  const TableRow* unranked = !out.a.unranked.empty() ? &out.a : !out.b.unranked.empty() ? &out.b : nullptr;
  if (unranked != nullptr) {
    out.judgement = {Verdict::kCannotTell, format("{} is not ranked: {}", unranked->name, unranked->unranked)};
    return out;
  }
  if (one_run) out.ratio = paired_ratio(*pair.b, *pair.a, tolerance);
  out.judgement = out.ratio ? out.ratio->judgement : Judgement{Verdict::kCannotTell, why_no_pairs(out, pair, one_run)};
  if (!out.ratio) out.outlook = outlook_for(out, pair, found_a.arms, found_b.arms, one_run);
  return out;
}

}  // namespace feedrate::control
