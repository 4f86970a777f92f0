#include "feedrate/control/report/wording.h"

#include <algorithm>
#include <utility>

#include "feedrate/base/format.h"
#include "feedrate/control/judge/overall.h"

namespace feedrate::control {
namespace {

constexpr std::size_t kLongest = 300;
constexpr std::size_t kFewCases = 3;  // that were not measured: more of them have a line each

std::string plural(int n, const std::string& one) { return format("{} {}{}", n, one, n == 1 ? "" : "s"); }

std::vector<std::string> ratio_notes(const TableRow& row) {
  std::vector<std::string> out;
  if (!row.ratio) return out;
  if (row.ratio->left_out > 0) out.push_back(format("{}: {}", row.name, left_out_text(*row.ratio)));
  if (row.ratio->nodes) out.push_back(format("{}: {}", row.name, nodes_text(*row.ratio->nodes)));
  return out;
}

// A line for each reason, with all whom it concerns.
std::vector<std::string> verdict_notes(const TableGroup& group) {
  std::vector<std::pair<std::string, std::vector<std::string>>> names;  // by reason, in the order of the rows
  for (const auto& row : group.rows) {
    if (!row.ratio || static_cast<std::size_t>(row.ratio->n) >= kFewestForVerdict) continue;
    const auto& reason = row.ratio->judgement.reason;
    auto known = std::find_if(names.begin(), names.end(), [&](const auto& each) { return each.first == reason; });
    if (known == names.end()) known = names.insert(known, {reason, {}});
    known->second.push_back(row.name);
  }
  std::vector<std::string> out;
  for (const auto& [reason, whose] : names) out.push_back(format("{}: no verdict: {}", joined(whose, ", "), reason));
  return out;
}

// One line where all rows agree.
std::vector<std::string> cache_notes(const TableGroup& group) {
  std::vector<std::string> out;
  for (const auto& row : group.rows)
    if (!row.cache.empty()) out.push_back(format("{}: cache {}", row.name, row.cache));
  const auto first =
      std::find_if(group.rows.begin(), group.rows.end(), [](const auto& row) { return !row.cache.empty(); });
  const auto same = std::all_of(first, group.rows.end(),
                                [&](const TableRow& row) { return row.cache.empty() || row.cache == first->cache; });
  if (same && !out.empty()) return {"cache " + first->cache + ", by the bytes that came from the device"};
  return out;
}

// Rates in what people count.
std::vector<std::string> piece_notes(const TableGroup& group) {
  if (!group.pieces) return {};
  std::string rates;
  for (const auto& row : group.rows)
    if (row.rate)
      rates += format("{} {} {}", rates.empty() ? ":" : ",", row.name,
                      rounded(row.rate->rate * group.pieces->of_sample, {}).value);
  if (rates.empty()) return {};
  return {format("a sample is {} {}; {}/s{}", group.pieces->of_sample, group.pieces->word, group.pieces->word, rates)};
}

bool has_ranks(const Table& table) {
  for (const auto& group : table.groups)
    if (std::any_of(group.rows.begin(), group.rows.end(), [](const TableRow& row) { return row.rank.has_value(); }))
      return true;
  return false;
}

// Over all comparisons, where there are several.
std::optional<std::string> overall_text(const Table& table) {
  const auto overall = overall_of(table);
  if (!overall) return {};
  if (overall->shared == 0)
    return format("over all {} comparisons there is no order: none of them has a ratio of every subject",
                  overall->comparisons);
  std::string out = format(
      "over the {} of {} comparisons in which every subject has a ratio, geometric mean against {}: ", overall->shared,
      overall->comparisons, overall->reference);
  const auto is_known = [&](const OverallRow& row) { return row.interval || row.name == overall->reference; };
  bool touch = false;
  for (std::size_t i = 0; i < overall->rows.size(); ++i) {
    const auto& row = overall->rows[i];
    if (i > 0) {
      const auto& faster = overall->rows[i - 1];
      const bool ties = !faster.parts && is_known(faster) && is_known(row);
      touch = touch || ties;
      out += faster.parts ? " > " : ties ? " ~ " : ", ";
    }
    const auto text = rounded(row.ratio, row.interval);
    out += row.name == overall->reference ? row.name + " 1" : format("{} {}x {}", row.name, text.value, text.interval);
    while (out.ends_with(' ')) out.pop_back();
  }
  return out + (touch ? "; ~ where intervals touch" : "");
}

RowText row_text(const TableRow& row) {
  RowText out;
  out.name = row.name;
  out.has_rate = row.rate.has_value();
  out.rate = rate_text(row);
  out.blocks = blocks_text(row);
  out.labels = labels_text(row);
  out.rank = rank_text(row);
  if (row.is_reference) {
    out.ratio = {"1", ""};
  } else if (row.ratio) {
    out.ratio = ratio_text(*row.ratio);
    if (row.rate && row.ratio->n != row.rate->n) out.blocks += format(", {} paired", row.ratio->n);
  } else {
    out.ratio = {"n/a", format("({})", one_line(row.ratio_missing))};
  }
  return out;
}

}  // namespace

std::string one_line(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F steer some terminals as well; in UTF-8 they are C2 80 to C2 9F.
    const bool upper = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (upper) ++i;
    if (byte >= 0x20 && byte != 0x7F && !upper)
      out += text[i];
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) --end;  // not within a character
    out = out.substr(0, end) + "...";
  }
  return out;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string out;
  for (const auto& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}

NumberText rate_text(const RateEstimate& rate) {
  NumberText out = rounded(rate.rate, rate.interval);
  if (out.interval.empty()) out.interval = "(no interval)";
  return out;
}

NumberText rate_text(const TableRow& row) {
  return row.rate ? rate_text(*row.rate) : NumberText{"n/a", format("({})", row.rate_missing)};
}

NumberText ratio_text(const PairedRatio& ratio) {
  NumberText out = rounded(ratio.ratio, ratio.interval);
  out.value += "x";
  if (out.interval.empty()) out.interval = "(no interval)";
  return out;
}

std::string left_out_text(const PairedRatio& ratio) {
  const Pairing other = ratio.by == Pairing::kSlices ? Pairing::kWindows : Pairing::kSlices;
  return format("{} left out of the ratio: they never enter one statistic with {} ones",
                plural(ratio.left_out, name_of(other) + std::string(" block")), name_of(ratio.by));
}

std::string nodes_text(const NodeEffect& effect) {
  std::vector<std::string> each;
  for (const auto& node : effect.nodes)
    each.push_back(format("{:.3g}x on {} ({})", node.ratio, one_line(node.node), plural(node.n, "block")));
  const std::string ratios = joined(each, ", ");
  if (!effect.p) return format("{}: too few blocks to tell whether the nodes differ", ratios);
  if (*effect.p < kNodesDiffer)
    return format("the nodes differ (p {:.3f}): {}; the ratio holds for this mix of them only", *effect.p, ratios);
  return format("no difference between nodes seen (p {:.2f}): {}", *effect.p, ratios);
}

std::string rank_text(const TableRow& row) {
  if (!row.rank) return "";
  const auto& [first, last] = *row.rank;
  return first == last ? std::to_string(first) : format("{}-{}", first, last);
}

std::string blocks_text(const TableRow& row) {
  const int n = row.rate ? row.rate->n : 0;
  return n == row.blocks ? std::to_string(n) : format("{} of {}", n, row.blocks);
}

std::string labels_text(const TableRow& row) {
  std::vector<std::string> out;
  for (const auto& [label, cells] : row.outcome.labels)
    out.push_back(cells == row.blocks ? label : format("{} ({} of {})", label, cells, row.blocks));
  return joined(out, ", ");
}

std::vector<std::string> row_notes(const TableRow& row) {
  std::vector<std::string> out;
  if (row.outcome.kind != OutcomeKind::kMeasured)
    out.push_back(format("{}: {}: {}", row.name, name_of(row.outcome.kind), one_line(row.outcome.reason)));
  for (const auto& note : row.outcome.notes) out.push_back(format("{}: {}", row.name, one_line(note)));
  return out;
}

std::vector<std::string> interleaving_notes(const Interleaving& interleaving, bool has_ratios) {
  std::vector<std::string> out;
  const std::string paired = has_ratios ? "; ratios are paired within blocks" : "";
  if (interleaving.sliced > 0)
    out.push_back(
        format("sliced ({}): all arms alive, one thawed at a time{}", plural(interleaving.sliced, "block"), paired));
  if (interleaving.imported > 0)
    out.push_back(format("{} ({}): not measured by feedrate{}", one_line(joined(interleaving.reasons, ", ")),
                         plural(interleaving.imported, "block"), paired));
  if (interleaving.alternating > 0) {
    std::string why;
    if (!interleaving.reasons.empty()) why = "; not sliced because " + one_line(joined(interleaving.reasons, ", "));
    out.push_back(format("alternating ({}): one arm after another{}{}{}", plural(interleaving.alternating, "block"),
                         interleaving.shares_processes ? "" : ", each in a fresh process", why, paired));
  }
  if (interleaving.shares_processes)
    out.push_back("processes did one operation after another, none the same one twice: explain says which came before");
  return out;
}

Section section_of(const ReportPage& page, const TableGroup& group) {
  Section out;
  if (!page.experiment.empty()) out.title.push_back(one_line(page.experiment));
  for (const auto& part : group.parts) out.title.push_back(one_line(part_text(part)));
  out.profile = one_line(group.profile);
  const bool has_ratios = group.rows.size() > 1 || group.reference.empty();
  if (has_ratios)
    out.ratio_heading = group.reference.empty() ? "ratio [95 %]" : format("against {} [95 %]", group.reference);
  for (const auto& row : group.rows) {
    out.rows.push_back(row_text(row));
    out.has_ranks = out.has_ranks || row.rank;
    for (auto& note : row_notes(row)) out.notes.push_back(std::move(note));
    for (auto& note : ratio_notes(row)) out.notes.push_back(std::move(note));
  }
  for (auto& note : verdict_notes(group)) out.notes.push_back(std::move(note));
  for (auto& note : piece_notes(group)) out.notes.push_back(std::move(note));
  for (auto& note : cache_notes(group)) out.notes.push_back(std::move(note));
  for (auto& note : interleaving_notes(group.interleaving, group.rows.size() > 1)) out.notes.push_back(std::move(note));
  return out;
}

LadderSection section_of(const ReportPage& page, const Ladder& ladder) {
  LadderSection out;
  if (!page.experiment.empty()) out.title.push_back(one_line(page.experiment));
  out.title.emplace_back("ladder");
  for (const auto& part : ladder.parts) out.title.push_back(one_line(part_text(part)));
  out.profile = one_line(ladder.profile);
  for (const auto& rung : ladder.rungs) {
    const bool is_first = &rung == &ladder.rungs.front();
    const auto against = [](const std::optional<PairedRatio>& ratio, const std::string& missing) {
      return ratio ? ratio_text(*ratio) : NumberText{"n/a", format("({})", one_line(missing))};
    };
    RungText row;
    row.name = rung.subject;
    row.has_rate = rung.rate.has_value();
    row.rate = rung.rate ? rate_text(*rung.rate) : NumberText{"n/a", ""};
    row.step = is_first ? NumberText{} : against(rung.step, rung.no_step);
    row.whole = is_first ? NumberText{"1", ""} : against(rung.whole, rung.no_whole);
    row.change = one_line(rung.change);
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::vector<std::string> footer_of(const ReportPage& page) {
  std::vector<std::string> out;
  const Table& table = page.table;
  if (table.groups.empty())
    out.emplace_back("nothing to report: no block is finished yet; `feedrate run` goes on where it stopped");
  else
    out.emplace_back(
        "rate: work over time of the solo window, geometric mean over blocks; [ ]: 95 % t interval over blocks, on "
        "the log scale");
  if (has_ranks(table))
    out.emplace_back(
        "rank: by ratios paired within blocks; 2-3 is a tie of two. All ranks of a comparison together have one chance "
        "in twenty to part any that are equal");
  if (auto text = overall_text(table)) out.push_back(std::move(*text));
  std::vector<std::string> left_out;
  if (table.left_out.burn_in > 0) left_out.push_back(plural(table.left_out.burn_in, "cell") + " of burn-in blocks");
  if (table.left_out.superseded > 0)
    left_out.push_back(plural(table.left_out.superseded, "cell") + " of blocks that were run again");
  if (!left_out.empty()) out.push_back("left out: " + joined(left_out, ", "));
  std::vector<std::string> missing = table.not_measured;
  if (page.not_measured.size() <= kFewCases)
    for (const auto& each : page.not_measured) missing.push_back(one_line(each));
  if (!missing.empty()) out.push_back("not measured: " + joined(missing, "; "));
  return out;
}

std::vector<std::string> cases_not_measured(const ReportPage& page) {
  std::vector<std::string> out;
  if (page.not_measured.size() > kFewCases)
    for (const auto& each : page.not_measured) out.push_back(one_line(each));
  return out;
}

}  // namespace feedrate::control
