#include "feedrate/control/import/subject_names.h"

#include <algorithm>
#include <cctype>

#include "feedrate/base/value.h"

namespace feedrate::control {

std::string plain_name(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    if (plain)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  out.erase(0, std::min(out.find_first_not_of(".-"), out.size()));
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

Expected<std::map<std::string, std::string>> plain_names(const std::set<std::string>& names) {
  std::map<std::string, std::string> out;
  std::map<std::string, std::string> taken;
  for (const auto& name : names) {
    const std::string plain = plain_name(name);
    if (plain.empty())
      return input_error(
          format("{} has no letter or digit to make a subject's name of; expected one", Value::text(name).shown()));
    const auto [other, is_new] = taken.emplace(plain, name);
    if (!is_new)
      return input_error(format("{} and {} would both be called {}; give one of them another name in the file",
                                Value::text(other->second).shown(), Value::text(name).shown(), plain));
    out[name] = plain;
  }
  return out;
}

}  // namespace feedrate::control
