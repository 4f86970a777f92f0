#include "feedrate/measure/output.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>

namespace feedrate::measure {
namespace {

constexpr std::int64_t kLongestSide = 1 << 20;
constexpr std::size_t kLongestHead = 100;
constexpr double kLevels = 255;

// One word of the head; the rest without it.
std::string_view next_word(std::string_view& rest) {
  const auto word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  return word;
}

std::optional<std::int64_t> size_in(std::string_view word) {
  std::int64_t out = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (fault != std::errc() || end != word.data() + word.size() || out < 1 || out > kLongestSide) return {};
  return out;
}

// How many levels one is, in what the operation gives.
double levels_in_one(const contract::Operation& operation) {
  if (std::holds_alternative<contract::ToFloat>(operation)) return kLevels;
  if (const auto* normalize = std::get_if<contract::Normalize>(&operation);
      normalize != nullptr && !normalize->std.empty())
    return kLevels * std::accumulate(normalize->std.begin(), normalize->std.end(), 0.0) /
           static_cast<double>(normalize->std.size());
  return 1;
}

bool gives_floats(const contract::Operation& operation) { return levels_in_one(operation) != 1; }

struct Levels {
  const Output& output;
  double unit;

  double operator[](std::size_t i) const {
    if (!output.is_float) return output.values[i];
    float value = 0;
    std::memcpy(&value, output.values.data() + i * sizeof value, sizeof value);
    return unit * static_cast<double>(value);
  }
};

}  // namespace

Expected<Output> read_output(std::string_view file) {
  const auto end = file.substr(0, kLongestHead).find('\n');
  if (end == std::string_view::npos) return failure("no line that says what it is");
  const std::string_view head = file.substr(0, end);
  std::string_view rest = head;
  Output out;
  std::string_view word = next_word(rest);
  std::int64_t values = 1;
  for (; !word.empty() && word != "uint8" && word != "float32"; word = next_word(rest)) {
    const auto size = size_in(word);
    if (!size || out.shape.size() == 4 || values > std::numeric_limits<std::int32_t>::max() / *size)
      return failure(format("\"{}\" is no shape", std::string(head)));
    out.shape.push_back(*size);
    values *= *size;
  }
  if (out.shape.size() < 3 || word.empty() || !rest.empty())
    return failure(format("\"{}\" is no shape and type", std::string(head)));
  out.is_float = word == "float32";
  const std::string_view body = file.substr(end + 1);
  const auto bytes = static_cast<std::size_t>(values) * (out.is_float ? sizeof(float) : 1);
  if (body.size() != bytes)
    return failure(format("it has {} bytes after its first line; expected {}", body.size(), bytes));
  out.values = {reinterpret_cast<const std::uint8_t*>(body.data()), body.size()};
  return out;
}

std::optional<Apart> apart(const Output& a, const Output& b, const contract::Operation& operation) {
  const bool floats = gives_floats(operation);
  if (a.shape != b.shape || (floats && !(a.is_float && b.is_float))) return {};
  const double unit = floats ? levels_in_one(operation) : kLevels;
  const Levels first{a, unit};
  const Levels second{b, unit};
  Apart out;
  out.count = std::accumulate(a.shape.begin(), a.shape.end(), std::int64_t{1}, std::multiplies<>());
  for (std::size_t i = 0; i < static_cast<std::size_t>(out.count); ++i) {
    const double difference = std::abs(first[i] - second[i]);
    out.sum += difference;
    // A comparison with what is no number is false: it must not pass for 0.
    if (!(difference <= out.largest)) out.largest = difference;
    if (!std::isfinite(difference)) return Apart{out.sum, out.count, std::numeric_limits<double>::infinity()};
  }
  return out;
}

}  // namespace feedrate::measure
