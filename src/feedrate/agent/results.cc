#include "feedrate/agent/results.h"

#include "feedrate/base/format.h"
#include "feedrate/host/files.h"

namespace feedrate::agent {
namespace {

constexpr std::size_t kMostResults = 4;
constexpr std::int64_t kMostBytes = 128 << 20;  // of one

}  // namespace

std::vector<std::string> read_results(const std::string& folder) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kMostResults; ++i) {
    const std::string path = format("{}/made/{}.raw", folder, i);
    const auto size = host::file_size(path);
    if (!size || *size > kMostBytes) break;
    auto text = host::read_file(path);
    if (!text) break;
    out.push_back(std::move(*text));
  }
  return out;
}

}  // namespace feedrate::agent
