#include "feedrate/app/native/slow_stages.h"

#include <algorithm>
#include <charconv>

namespace feedrate::app {

Expected<native::Slowdown> slow_stages(std::string_view text) {
  native::Slowdown out;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    const auto equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const std::string_view number = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    double factor = 0;
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), factor);
    double* stage = name == "read"        ? &out.read
                    : name == "decode"    ? &out.decode
                    : name == "transform" ? &out.transform
                                          : nullptr;
    if (stage == nullptr || code != std::errc() || end != number.data() + number.size() ||
        !(factor >= 1 && factor <= 1000))
      return input_error(
          format("{}: \"{}\": expected read, decode or transform, = and a factor from 1 to 1000, such as "
                 "decode=1.5",
                 kSlowStages, part));
    *stage = factor;
  }
  return out;
}

}  // namespace feedrate::app
