#include "feedrate/agent/results.h"

#include <optional>

#include "feedrate/base/format.h"
#include "feedrate/host/files.h"

namespace feedrate::agent {
namespace {

constexpr std::size_t kMostResults = 4;
constexpr std::int64_t kMostBytes = 128 << 20;  // of one
constexpr std::int64_t kMostWords = 1000;       // of made/built

std::optional<std::string> read_at_most(const std::string& path, std::int64_t most) {
  const auto size = host::file_size(path);
  if (!size || *size > most) return {};
  auto text = host::read_file(path);
  if (!text) return {};
  return std::move(*text);
}

}  // namespace

measure::Results read_results(const std::string& folder, std::string subject) {
  measure::Results out{std::move(subject), {}, {}};
  for (std::size_t i = 0; i < kMostResults; ++i) {
    auto text = read_at_most(format("{}/made/{}.raw", folder, i), kMostBytes);
    if (!text) break;
    out.files.push_back(std::move(*text));
  }
  out.built = read_at_most(folder + "/made/built", kMostWords).value_or("");
  return out;
}

}  // namespace feedrate::agent
