#include "feedrate/measure/output.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

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

// How many levels one is, of what the operation gives; absent where it gives bytes.
std::optional<double> levels_in_one(const contract::Operation& operation) {
  if (std::holds_alternative<contract::ToFloat>(operation)) return kLevels;
  const auto* normalize = std::get_if<contract::Normalize>(&operation);
  if (normalize == nullptr || normalize->std.empty()) return {};
  return kLevels * std::accumulate(normalize->std.begin(), normalize->std.end(), 0.0) /
         static_cast<double>(normalize->std.size());
}

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

std::string shape_text(const Output& output) {
  std::string out;
  for (const auto size : output.shape) out += format("{}{}", out.empty() ? "" : " x ", size);
  return out + (output.is_float ? " float32" : " uint8");
}

std::optional<Apart> apart(const Output& a, const Output& b, const contract::Operation& operation) {
  const auto wanted = levels_in_one(operation);
  if (a.shape != b.shape || (wanted && !(a.is_float && b.is_float))) return {};
  const Levels first{a, wanted.value_or(kLevels)};
  const Levels second{b, wanted.value_or(kLevels)};
  Apart out;
  out.count = std::accumulate(a.shape.begin(), a.shape.end(), std::int64_t{1}, std::multiplies<>());
  for (std::size_t i = 0; i < static_cast<std::size_t>(out.count); ++i) {
    const double difference = std::abs(first[i] - second[i]);
    if (!std::isfinite(difference)) return Apart{0, out.count, std::numeric_limits<double>::infinity()};
    out.sum += difference;
    out.largest = std::max(out.largest, difference);
  }
  return out;
}

namespace {

// Who is most likely to do what the catalogue says; the others follow by name.
constexpr std::size_t kLongestName = 80;
constexpr std::array<std::string_view, 3> kRulers = {"native", "opencv", "torchvision-tensor"};

// Why its rate says nothing of a library; absent where it does.
std::optional<std::string> building(const Results& arm) {
  std::string_view name = arm.built;
  const auto word = next_word(name);
  double share = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), share);
  if (fault != std::errc() || end != word.data() + word.size() || !(share > kMostBuilding && share <= 1)) return {};
  name = name.substr(0, std::min(name.find('\n'), kLongestName));
  // It goes into the record: somebody else's bytes may be no text.
  const auto is_text = [](char c) { return c >= ' ' && c <= '~'; };
  if (!std::all_of(name.begin(), name.end(), is_text)) name = "objects";
  return format("it makes its {} anew for every sample, which is {:.0f} % of its time", name, 100 * share);
}

bool can_be_read(const Results& arm) {
  return !building(arm) && !arm.files.empty() &&
         std::all_of(arm.files.begin(), arm.files.end(),
                     [](const std::string& file) { return read_output(file).has_value(); });
}

const Results* reference_of(std::span<const Results> arms) {
  const auto rank = [](const Results& arm) {
    return std::pair(std::find(kRulers.begin(), kRulers.end(), arm.subject) - kRulers.begin(), arm.subject);
  };
  const Results* out = nullptr;
  for (const auto& arm : arms)
    if (can_be_read(arm) && (out == nullptr || rank(arm) < rank(*out))) out = &arm;
  return out;
}

// Sample by sample: how far apart all are, or why that cannot be said.
void hold_against(const Results& reference, const Results& arm, const contract::Operation& operation,
                  contract::OutputEvidence& out) {
  out.against = reference.subject;
  const auto& theirs = reference.files;
  // Only who left as many turned the same sample last; what its samples are, others may not know.
  if (arm.files.size() == theirs.size() && arm.files.size() > 1 && arm.files.back() == arm.files.front() &&
      theirs.back() != theirs.front()) {
    out.otherwise = "it gives the same for another picture in the same place: it answers from memory";
    return;
  }
  out.otherwise = building(arm);
  if (out.otherwise) return;
  Apart all;
  for (std::size_t i = 0; i < std::min(arm.files.size(), theirs.size()); ++i) {
    const auto mine = read_output(arm.files[i]);
    const auto wanted = read_output(theirs[i]);
    if (!mine || !wanted) {
      out.otherwise = "a result cannot be read: " + (mine ? wanted : mine).error().text();
      return;
    }
    const auto found = apart(*mine, *wanted, operation);
    if (!found) {
      out.otherwise = format("it gives {}, and {} gives {}", shape_text(*mine), *out.against, shape_text(*wanted));
      return;
    }
    if (!std::isfinite(found->largest)) {
      out.otherwise = format("values of it or of {} are no numbers", *out.against);
      return;
    }
    all = {all.sum + found->sum, all.count + found->count, std::max(all.largest, found->largest)};
  }
  out.mean = all.sum / static_cast<double>(all.count);
  out.largest = all.largest;
}

}  // namespace

std::vector<std::optional<contract::OutputEvidence>> compare_results(std::span<const Results> arms,
                                                                     const contract::Operation& operation) {
  std::vector<std::optional<contract::OutputEvidence>> out(arms.size());
  const auto left = std::count_if(arms.begin(), arms.end(), [](const Results& arm) { return !arm.files.empty(); });
  const Results* reference = reference_of(arms);
  if (reference == nullptr || left < 2) return out;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i].files.empty()) continue;
    auto& found = out[i].emplace();
    found.samples = static_cast<std::int64_t>(arms[i].files.size());
    if (const auto first = read_output(arms[i].files.front())) found.gives = shape_text(*first);
    if (&arms[i] != reference) hold_against(*reference, arms[i], operation, found);
  }
  return out;
}

}  // namespace feedrate::measure
