#include "feedrate/control/report/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "feedrate/base/error.h"
#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

// Decimals that show this many digits of a positive number; negative ones round to tens, hundreds, ...
int decimals_for(double number, int digits) { return digits - 1 - static_cast<int>(std::floor(std::log10(number))); }

std::string with_decimals(double number, int decimals) {
  if (decimals < 0) {
    const double step = std::pow(10.0, -decimals);
    number = std::round(number / step) * step;
  }
  std::string text = format("{:.{}f}", number, std::max(decimals, 0));
  const auto point = std::min(text.find('.'), text.size());
  for (auto at = static_cast<std::ptrdiff_t>(point) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ' ');
  return text;
}

}  // namespace

NumberText rounded(double value, const std::optional<stats::Interval>& interval) {
  FEEDRATE_CHECK(value > 0);
  if (!interval) return {with_decimals(value, decimals_for(value, 3)), ""};
  const double width = interval->high - interval->low;
  const int by_width = width > 0 ? decimals_for(width, 2) : decimals_for(value, 4);
  // An interval far narrower than a thousandth would ask for digits that nobody reads.
  const int most = decimals_for(value, 5);
  const auto text = [&](double number) {
    return with_decimals(number, std::max(std::min(by_width, most), decimals_for(number, 2)));
  };
  return {text(value), format("[{}, {}]", text(interval->low), text(interval->high))};
}

std::string percent(double share) {
  const double number = share * 100;
  if (number <= 0) return "0 %";
  std::string text = with_decimals(number, std::max(decimals_for(number, 2), 0));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text + " %";
}

double twelve_digits(double number) {
  const std::string text = format("{:.12g}", number);
  double out = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  FEEDRATE_CHECK(code == std::errc() && end == text.data() + text.size());
  return out;
}

}  // namespace feedrate::control
