#include "feedrate/control/judge/ladder.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "feedrate/base/format.h"
#include "feedrate/base/suggest.h"

namespace feedrate::control {
namespace {

using Versions = std::map<std::string, std::string>;

void append(std::string& text, const std::string& part) { text += (text.empty() ? "" : ", ") + part; }

// "+ simplejpeg 1.9, - Pillow 11.1, numpy 2.1 -> 2.2"
std::string other_software(const Versions& before, const Versions& now) {
  std::string out;
  for (const auto& [name, version] : now) {
    const auto old = before.find(name);
    if (old == before.end())
      append(out, format("+ {} {}", name, version));
    else if (old->second != version)
      append(out, format("{} {} -> {}", name, old->second, version));
  }
  for (const auto& [name, version] : before)
    if (!now.contains(name)) append(out, format("- {} {}", name, version));
  return out;
}

std::string change_of(const Arm* before, const Arm& now) {
  const auto& cell = *now.cells.back();
  std::string out;
  if (before != nullptr)
    out = other_software(before->cells.back()->versions.value_or(Versions{}), cell.versions.value_or(Versions{}));
  if (cell.footnote && cell.footnote->note) append(out, *cell.footnote->note);
  return out;
}

// What did other work is no rung, and neither it nor the next has a ratio of it.
std::string why_missing(const TableRow& row, const TableRow& other) {
  for (const auto* each : {&row, &other}) {
    const std::string name = each == &row ? "" : each->subject + ": ";
    if (!each->unranked.empty()) return name + each->unranked;
    if (!each->rate) return name + each->rate_missing;
  }
  return "no block has a rate of both";
}

Ladder ladder_of(const std::vector<const Arm*>& arms, const CaseParts& parts, double tolerance) {
  Ladder out{parts, arms.front()->profile, {}};
  std::vector<TableRow> rows;
  for (const auto* arm : arms) rows.push_back(row_of(*arm, parts));
  for (std::size_t i = 0; i < arms.size(); ++i) {
    Rung rung{arms[i]->subject, change_of(i > 0 ? arms[i - 1] : nullptr, *arms[i]), rows[i].rate, {}, {}, {}, {}};
    const auto against = [&](std::size_t other, std::string& missing) -> std::optional<PairedRatio> {
      auto ratio = rows[i].unranked.empty() && rows[other].unranked.empty()
                       ? paired_ratio(*arms[i], *arms[other], tolerance)
                       : std::nullopt;
      if (!ratio) missing = why_missing(rows[i], rows[other]);
      return ratio;
    };
    if (i > 0) {
      rung.step = against(i - 1, rung.no_step);
      rung.whole = against(0, rung.no_whole);
    }
    out.rungs.push_back(std::move(rung));
  }
  return out;
}

Status check_subjects(const std::vector<Arm>& arms, const std::vector<std::string>& subjects) {
  std::set<std::string> names;
  for (const auto& arm : arms) names.insert(arm.subject);
  const std::vector<std::string> known(names.begin(), names.end());
  for (const auto& subject : subjects)
    if (!names.contains(subject))
      return input_error(
          format("\"{}\" is not among the subjects of these results; expected {}", subject, one_of(known, subject)));
  if (subjects.size() < 2) return input_error("a ladder has at least two subjects, such as torch-pil,torch-simplejpeg");
  return {};
}

}  // namespace

Expected<std::vector<Ladder>> judge_ladders(std::span<const contract::Record> finished,
                                            const std::vector<std::string>& subjects, double tolerance) {
  FEEDRATE_TRY_STATUS(check_tolerance(tolerance));
  const Arms found = arms_of(finished);
  FEEDRATE_TRY_STATUS(check_subjects(found.arms, subjects));
  std::map<std::pair<std::string, std::string>, std::vector<const Arm*>> groups;  // by comparison and profile
  for (const auto& subject : subjects)
    for (const auto& arm : found.arms)
      if (arm.subject == subject) groups[{arm.comparison, arm.profile}].push_back(&arm);
  const auto parts = describe(found.arms);
  std::vector<Ladder> out;
  for (const auto& [key, arms] : groups)
    if (arms.size() > 1) out.push_back(ladder_of(arms, parts.at(key.first), tolerance));
  if (out.empty()) return input_error("no comparison has two of these subjects, so there is no ladder");
  std::sort(out.begin(), out.end(), [](const Ladder& a, const Ladder& b) {
    if (earlier(a.parts, b.parts) || earlier(b.parts, a.parts)) return earlier(a.parts, b.parts);
    return a.profile < b.profile;
  });
  return out;
}

}  // namespace feedrate::control
