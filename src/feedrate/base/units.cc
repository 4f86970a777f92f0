#include "feedrate/base/units.h"

#include <charconv>
#include <cmath>
#include <span>
#include <utility>

#include "feedrate/base/json.h"

namespace feedrate {
namespace {

using Unit = std::pair<std::string_view, double>;

constexpr Unit kTimes[] = {{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}};
constexpr Unit kSizes[] = {
    {"B", 1},    {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0},
    {"KB", 1e3}, {"MB", 1e6},     {"GB", 1e9},        {"TB", 1e12}};

// NUMBER [blank] UNIT, the number as the schema's pattern has it: digits, perhaps a point and digits.
constexpr Unit kPercent[] = {{"%", 1}};
constexpr Unit kRates[] = {{"/s", 1}};

std::optional<double> quantity(std::string_view text, std::span<const Unit> units) {
  const auto end = text.find_first_not_of("0123456789.");
  if (end == 0 || end == std::string_view::npos || text[0] == '.' || text[end - 1] == '.') return {};
  double number = 0;
  auto [stop, code] = std::from_chars(text.data(), text.data() + end, number);
  if (code != std::errc() || stop != text.data() + end) return {};
  std::string_view unit = text.substr(end);
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const auto& [name, factor] : units)
    // 9 / 1000 is the number that 0.009 is; 9 * 0.001 is its neighbour.
    if (unit == name) return factor < 1 ? number / std::round(1 / factor) : number * factor;
  return {};
}

template <class T, class Make>
std::optional<T> made(std::optional<double> number, Make make) {
  if (!number) return {};
  return make(*number);
}

// The largest unit that gives a whole number, else the base unit.
std::string printed(double number, std::span<const Unit> units, std::string_view base) {
  std::string best = format("{} {}", plain_decimal(number), base);
  for (const auto& [name, factor] : units) {
    const double scaled = number / factor;
    if (scaled >= 1 && scaled == std::floor(scaled) && scaled * factor == number)
      best = format("{} {}", plain_decimal(scaled), name);
  }
  return best;
}

}  // namespace

std::optional<Duration> TextForm<Duration>::parse(std::string_view text) {
  return made<Duration>(quantity(text, kTimes), [](double s) { return Duration{s}; });
}

std::string TextForm<Duration>::print(Duration duration) {
  // Milliseconds are what people write below a second; 0.25 s has no whole larger unit.
  if (duration.seconds < 1 && duration.seconds > 0) {
    const double ms = std::round(duration.seconds * 1e6) / 1e3;
    if (ms / 1e3 == duration.seconds) return format("{} ms", plain_decimal(ms));
  }
  return printed(duration.seconds, std::span(kTimes).subspan(2), "s");
}

std::optional<ByteCount> TextForm<ByteCount>::parse(std::string_view text) {
  const auto bytes = quantity(text, kSizes);
  if (!bytes || *bytes >= 0x1p63) return {};
  return ByteCount{static_cast<std::int64_t>(*bytes)};
}

std::string TextForm<ByteCount>::print(ByteCount count) {
  return printed(static_cast<double>(count.bytes), std::span(kSizes).first(5), "B");
}

std::optional<Share> TextForm<Share>::parse(std::string_view text) {
  return made<Share>(quantity(text, kPercent), [](double percent) { return Share{percent / 100}; });
}

std::string TextForm<Share>::print(Share share) {
  const double rounded = std::round(share.share * 1e12) / 1e10;
  return plain_decimal(rounded / 100 == share.share ? rounded : share.share * 100) + " %";
}

std::optional<PerSecond> TextForm<PerSecond>::parse(std::string_view text) {
  return made<PerSecond>(quantity(text, kRates), [](double rate) { return PerSecond{rate}; });
}

std::string TextForm<PerSecond>::print(PerSecond rate) { return plain_decimal(rate.rate) + " /s"; }

}  // namespace feedrate
