#include <charconv>

#include "feedrate/base/format.h"
#include "feedrate/control/config/fields.h"

namespace feedrate {
namespace {

bool is_word(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
             std::string_view::npos &&
         (text[0] < '0' || text[0] > '9');
}

bool is_digits(std::string_view text) {
  constexpr std::size_t kMost = 6;
  return !text.empty() && text.size() <= kMost && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<control::MakeTarget> TextForm<control::MakeTarget>::parse(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos || !is_word(text.substr(colon + 1))) return {};
  return control::MakeTarget{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

std::string TextForm<control::MakeTarget>::print(const control::MakeTarget& target) {
  return format("{}:{}", target.source, target.function);
}

std::optional<control::Points> TextForm<control::Points>::parse(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view unit = text.substr(blank + 1);
  if (unit != "points" && unit != "point") return {};
  const std::string_view number = text.substr(0, blank);
  const auto point = number.find('.');
  if (!is_digits(number.substr(0, point))) return {};
  if (point != std::string_view::npos && !is_digits(number.substr(point + 1))) return {};
  control::Points out;
  std::from_chars(number.data(), number.data() + number.size(), out.points);
  return out;
}

std::string TextForm<control::Points>::print(control::Points points) {
  std::string number = format("{:.6f}", points.points);
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  return number + " points";
}

}  // namespace feedrate
