// Quantities as people write them in an experiment: "250 ms", "8 GiB", "5 %", "150 /s". A number without a unit is an
// error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "feedrate/base/fields.h"

namespace feedrate {

struct Duration {
  double seconds = 0;
};
struct ByteCount {
  std::int64_t bytes = 0;
};
struct Share {
  double share = 0;  // 5 % is 0.05
};
struct PerSecond {
  double rate = 0;
};

template <>
struct TextForm<Duration> {
  static constexpr const char* expected = "a time with its unit, such as 250 ms, 6 s or 2 min";
  static constexpr const char* pattern = "^[0-9]+(\\.[0-9]+)? ?(us|ms|s|min|h)$";
  static std::optional<Duration> parse(std::string_view text);
  static std::string print(Duration duration);
};
template <>
struct TextForm<ByteCount> {
  static constexpr const char* expected = "a size with its unit, such as 512 MiB or 8 GiB";
  static constexpr const char* pattern = "^[0-9]+(\\.[0-9]+)? ?(B|KiB|MiB|GiB|TiB|KB|MB|GB|TB)$";
  static std::optional<ByteCount> parse(std::string_view text);
  static std::string print(ByteCount count);
};
template <>
struct TextForm<Share> {
  static constexpr const char* expected = "a share in percent, such as 5 %";
  static constexpr const char* pattern = "^[0-9]+(\\.[0-9]+)? ?%$";
  static std::optional<Share> parse(std::string_view text);
  static std::string print(Share share);
};
template <>
struct TextForm<PerSecond> {
  static constexpr const char* expected = "a rate, such as 150 /s";
  static constexpr const char* pattern = "^[0-9]+(\\.[0-9]+)? ?/s$";
  static std::optional<PerSecond> parse(std::string_view text);
  static std::string print(PerSecond rate);
};

}  // namespace feedrate
