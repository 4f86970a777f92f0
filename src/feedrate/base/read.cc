#include "feedrate/base/read.h"

#include <algorithm>
#include <cctype>

#include "feedrate/base/hash.h"

namespace feedrate {

std::string expected_number(bool whole, const Rule& rule) {
  std::string out = whole ? "a whole number" : "a number";
  if (std::isfinite(rule.low) && std::isfinite(rule.high))
    out += format(" from {} to {}", plain_decimal(rule.low), plain_decimal(rule.high));
  else if (std::isfinite(rule.low))
    out += format(", at least {}", plain_decimal(rule.low));
  return out;
}

std::string expected_text(const Rule& rule) {
  if (rule.is_exactly != nullptr) return format("\"{}\"", rule.is_exactly);
  if (rule.id) return "an id of 32 hex digits";
  if (rule.name) return "a name of letters, digits, '-', '_' and '.'";
  return rule.non_empty ? "a text that is not empty" : "a text";
}

bool text_obeys(const std::string& text, const Rule& rule) {
  if (rule.is_exactly != nullptr) return text == rule.is_exactly;
  if (rule.id) return is_id(text);
  if ((rule.non_empty || rule.name) && text.empty()) return false;
  if (!rule.name) return true;
  return std::all_of(text.begin(), text.end(),
                     [](char c) {
                       return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
                     }) &&
         text.front() != '.' && text.front() != '-';
}

std::string join_path(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : format("{}.{}", path, key);
}

}  // namespace feedrate
