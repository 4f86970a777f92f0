#include "feedrate/control/report/layout.h"

#include <algorithm>
#include <string_view>

namespace feedrate::control {
namespace {

constexpr int kIndent = 2;
constexpr int kBetween = 3;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string blanks(int n) { return std::string(static_cast<std::size_t>(std::max(n, 0)), ' '); }

int width_of(const Column& column) {
  int out = columns_of(column.heading);
  for (const auto& cell : column.cells) out = std::max(out, columns_of(cell));
  return out;
}

std::string ascii(const std::string& text) {
  constexpr std::string_view kUnequal = "\u2260";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (continues(c)) continue;
    if (text.compare(i, kUnequal.size(), kUnequal) == 0)
      out += "!=";
    else
      out += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return out;
}

const char* code_of(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kBad:
      return "\x1b[31m";
    case Style::kGood:
      return "\x1b[32m";
  }
  return "";
}

std::string line_of(const std::vector<Column>& columns, std::size_t row, bool heading) {
  std::string out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& text = heading ? columns[i].heading : columns[i].cells[row];
    const std::string pad = blanks(width_of(columns[i]) - columns_of(text));
    out += blanks(i == 0 ? kIndent : kBetween) + (columns[i].right ? pad + text : text + pad);
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

}  // namespace

int columns_of(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string pad_left(const std::string& text, int width) { return blanks(width - columns_of(text)) + text; }

std::string styled(const std::string& text, Style style, const Screen& screen) {
  std::string shown = screen.utf8 ? text : ascii(text);
  if (!screen.colour || style == Style::kPlain || shown.empty()) return shown;
  return code_of(style) + shown + "\x1b[0m";
}

std::string wrapped(const std::string& text, int width, int first, int next, Style style, const Screen& screen) {
  std::string out;
  std::string line;
  int indent = first;
  const auto flush = [&] {
    out += blanks(indent) + styled(line, style, screen) + "\n";
    line.clear();
    indent = next;
  };
  for (std::size_t at = 0; at < text.size();) {
    auto end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && indent + columns_of(line) + 1 + columns_of(word) > width) flush();
    if (!word.empty()) line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  if (!line.empty()) flush();
  return out;
}

int width_of(const std::vector<Column>& columns) {
  int out = kIndent - kBetween;
  for (const auto& column : columns) out += kBetween + width_of(column);
  return out;
}

std::string aligned(const std::vector<Column>& columns, const std::vector<Style>& styles, const Screen& screen) {
  std::string out = styled(line_of(columns, 0, true), Style::kDim, screen) + "\n";
  for (std::size_t row = 0; row < styles.size(); ++row)
    out += styled(line_of(columns, row, false), styles[row], screen) + "\n";
  return out;
}

}  // namespace feedrate::control
