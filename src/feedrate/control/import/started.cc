#include "feedrate/control/import/started.h"

#include <cstdio>
#include <ctime>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

// Seconds east of UTC of "+01:00" or "+0100"; false where the text is none of these.
bool zone_of(const std::string& text, long& seconds) {
  int hours = 0;
  int minutes = 0;
  char sign = 0;
  int used = 0;
  if (std::sscanf(text.c_str(), "%c%2d:%2d%n", &sign, &hours, &minutes, &used) != 3 &&
      std::sscanf(text.c_str(), "%c%2d%2d%n", &sign, &hours, &minutes, &used) != 3)
    return false;
  if ((sign != '+' && sign != '-') || static_cast<std::size_t>(used) != text.size()) return false;
  seconds = (hours * 60L + minutes) * 60L * (sign == '-' ? -1 : 1);
  return true;
}

}  // namespace

std::string utc_text(const std::string& text, Zoneless zoneless) {
  std::tm time{};
  int used = 0;
  char between = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2d%c%2d:%2d:%2d%n", &time.tm_year, &time.tm_mon, &time.tm_mday, &between,
                  &time.tm_hour, &time.tm_min, &time.tm_sec, &used) != 7)
    return {};
  if (between != 'T' && between != ' ') return {};
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  std::string rest = text.substr(static_cast<std::size_t>(used));
  if (!rest.empty() && rest.front() == '.')
    rest.erase(0, std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
  long east = 0;
  const bool zoned = rest == "Z" || zone_of(rest, east);
  if (!zoned && !rest.empty()) return {};
  const std::time_t seconds = timegm(&time) - east;
  if (gmtime_r(&seconds, &time) == nullptr) return {};
  char out[64];
  if (std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%S", &time) == 0) return {};
  return format("{}{}", out, zoned || zoneless == Zoneless::kUtc ? "Z" : "");
}

}  // namespace feedrate::control
