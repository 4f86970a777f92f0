// Values over something that is counted, a line a subject, as SVG. Pure.
#pragma once

#include <string>
#include <vector>

namespace feedrate::control {

// More lines than this nobody can tell apart.
inline constexpr std::size_t kMostLines = 8;

struct LinePlot {
  struct Point {
    int x = 0;
    double y = 0;  // above 0
  };
  struct Line {
    std::string name;
    std::vector<Point> points;  // by x
  };
  std::string about;  // for who cannot see it
  std::string x_title;
  std::string y_title;
  std::vector<Line> lines;  // each with a point
};
// Empty without lines, with more than kMostLines, or where all points have the same x.
std::string line_plot(const LinePlot& plot);

}  // namespace feedrate::control
