// Text on a screen of a given width: columns, wrapping, styles. Used by the terminal renderers. Pure; knows nothing of
// what it shows. Counts characters, so a character that is two columns wide counts as one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "feedrate/control/report/report.h"

namespace feedrate::control {

enum class Style { kPlain, kBold, kDim, kBad, kGood };

struct Column {
  std::string heading;
  std::vector<std::string> cells;
  bool right = false;
};

int columns_of(std::string_view text);
std::string pad_left(const std::string& text, int width);
// In colour where the screen has it; in ASCII where it has nothing else.
std::string styled(const std::string& text, Style style, const Screen& screen);
// Lines of at most `width` columns: the first indented by `first`, the others by `next`. A word is never cut.
std::string wrapped(const std::string& text, int width, int first, int next, Style style, const Screen& screen);

int width_of(const std::vector<Column>& columns);
// A heading line and a line for each row, indented by two; `styles` has one a row.
std::string aligned(const std::vector<Column>& columns, const std::vector<Style>& styles, const Screen& screen);

}  // namespace feedrate::control
