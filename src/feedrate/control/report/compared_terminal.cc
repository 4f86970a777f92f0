// A comparison on one screen: what was compared, the verdict with its numbers, the two rates, how they were paired.
#include "feedrate/base/format.h"
#include "feedrate/control/report/layout.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

Style style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSame:
    case Verdict::kCannotTell:
      return Style::kBold;
    case Verdict::kFaster:
      return Style::kGood;
    case Verdict::kSlower:
      return Style::kBad;
  }
  return Style::kPlain;
}

std::string figures(const PairedRatio& ratio) {
  const NumberText number = ratio_text(ratio);
  std::string out =
      format("{} {}   {} shared block{}", number.value, number.interval, ratio.n, ratio.n == 1 ? "" : "s");
  if (ratio.interval) out += ", 95 % interval";
  if (ratio.sees) out += ", sees >= " + percent(*ratio.sees);
  return out;
}

// The verdict with its figures beside it, or below where the screen is too narrow.
std::string finding(const Compared& compared, const Screen& screen) {
  const std::string verdict = name_of(compared.judgement.verdict);
  const std::string first = "  " + styled(verdict, style_of(compared.judgement.verdict), screen);
  if (!compared.ratio) return first + "\n";
  const std::string rest = figures(*compared.ratio);
  if (columns_of(verdict) + columns_of(rest) + 5 <= screen.width) return first + "   " + rest + "\n";
  return first + "\n" + wrapped(rest, screen.width, 2, 4, Style::kPlain, screen);
}

std::string number_of_blocks(const std::optional<std::size_t>& blocks) {
  return blocks ? std::to_string(*blocks) : format("more than {}", kMostBlocks);
}

// How many blocks would tell, and how shaky that is.
std::string outlook_text(const Compared& compared) {
  if (!compared.a.rate || !compared.b.rate) return "";
  if (!compared.outlook) return "nothing here was measured twice, so nothing says how many blocks of both would tell";
  const Outlook& outlook = *compared.outlook;
  return format(
      "about {} blocks of both would tell, if their ratio is {:.3f}x and results scatter by {} (sd of what was "
      "measured "
      "again, {} degree{} of freedom); {} with the upper 80 % bound of that sd",
      number_of_blocks(outlook.blocks), compared.b.rate->rate / compared.a.rate->rate, percent(outlook.sd),
      outlook.degrees, outlook.degrees == 1 ? "" : "s", number_of_blocks(outlook.cautious));
}

std::vector<Column> sides(const Compared& compared) {
  Column names{"", {}, false};
  Column rates{kRateHeading, {}, false};
  Column blocks{"blocks", {}, true};
  Column labels{"labels", {}, false};
  for (const auto* row : {&compared.a, &compared.b}) {
    names.cells.push_back(one_line(row->name));
    const NumberText rate = rate_text(*row);
    rates.cells.push_back(rate.value + " " + rate.interval);
    blocks.cells.push_back(blocks_text(*row));
    labels.cells.push_back(labels_text(*row));
  }
  std::vector<Column> out = {names, rates, blocks};
  if (labels.cells[0] + labels.cells[1] != "") out.push_back(labels);
  return out;
}

}  // namespace

std::string render_compared_terminal(const Compared& compared, const Screen& screen) {
  const std::string between = screen.utf8 ? " \u00b7 " : " - ";
  std::vector<std::string> work;
  for (const auto& part : compared.parts) work.push_back(one_line(part_text(part)));
  const auto line = [&](const std::string& text, int indent, Style style) {
    return wrapped(text, screen.width, indent, indent + 2, style, screen);
  };
  std::string out =
      line(format("{} against {}", one_line(compared.b.name), one_line(compared.a.name)), 0, Style::kBold);
  out += line(joined(work, between), 0, Style::kPlain);
  out += line(format("profile {}{}tolerance {}", one_line(compared.profile), between, percent(compared.tolerance)), 0,
              Style::kPlain);
  out += "\n" + finding(compared, screen);
  if (!compared.judgement.reason.empty()) out += line(one_line(compared.judgement.reason), 2, Style::kPlain);
  if (!compared.ratio) {
    const std::string outlook = outlook_text(compared);
    if (!outlook.empty()) out += line(outlook, 2, Style::kPlain);
  }
  out += "\n" + aligned(sides(compared), {Style::kPlain, Style::kPlain}, screen);
  for (const auto* row : {&compared.a, &compared.b})
    for (const auto& note : row_notes(*row)) out += line(note, 2, Style::kDim);
  if (compared.ratio) {
    if (compared.ratio->nodes) out += line(nodes_text(*compared.ratio->nodes), 2, Style::kPlain);
    if (compared.ratio->left_out > 0) out += line(left_out_text(*compared.ratio), 2, Style::kDim);
    for (const auto& note : interleaving_notes(compared.interleaving, true)) out += line(note, 2, Style::kDim);
  }
  return out;
}

}  // namespace feedrate::control
