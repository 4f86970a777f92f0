#include "feedrate/agent/data_cache.h"

#include <algorithm>
#include <filesystem>

#include "feedrate/base/random.h"
#include "feedrate/host/filesystem.h"
#include "feedrate/host/page_cache.h"

namespace feedrate::agent {
namespace {

namespace fs = std::filesystem;

constexpr double kColdFrom = 0.95;
constexpr double kWarmUpTo = 0.05;
// Looking takes about 10 us a file; so many tell the share to a few points.
constexpr std::size_t kMostLookedAt = 1024;

std::optional<double> resident_share(const DataFiles& files) {
  const auto found = host::residency_of(files.looked_at);
  if (found.bytes == 0) return {};
  return static_cast<double>(found.resident) / static_cast<double>(found.bytes);
}

}  // namespace

DataFiles list_data(const contract::CaseSpec& what) {
  DataFiles out;
  const auto* data = data_of(what);
  std::error_code error;
  const bool is_archive = data != nullptr && fs::is_regular_file(data->uri, error);
  if (data == nullptr || (!is_archive && !fs::is_directory(data->uri, error))) return out;
  std::vector<std::pair<std::string, std::int64_t>> found;
  if (is_archive) found.emplace_back(data->uri, static_cast<std::int64_t>(fs::file_size(data->uri, error)));
  auto at = is_archive ? fs::recursive_directory_iterator() : fs::recursive_directory_iterator(data->uri, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->path().filename().string().starts_with('.') || !at->is_regular_file(error)) continue;
    found.emplace_back(at->path().string(), static_cast<std::int64_t>(at->file_size(error)));
  }
  std::sort(found.begin(), found.end());
  if (!is_archive && data->items && static_cast<std::size_t>(*data->items) < found.size())
    found.resize(static_cast<std::size_t>(*data->items));
  for (const auto& [path, size] : found) {
    out.paths.push_back(path);
    out.bytes += size;
  }
  // At random: what was evicted or read may have a step of its own.
  out.looked_at = out.paths;
  Random(found.size()).shuffle(out.looked_at);
  if (out.looked_at.size() > kMostLookedAt) out.looked_at.resize(kMostLookedAt);
  out.items = data->items.value_or(static_cast<std::int64_t>(found.size()));
  if (const auto system = host::file_system_of(fs::weakly_canonical(data->uri, error).string())) {
    out.in_memory = system->storage == host::StorageClass::kMemory;
    // Reads by a file server in user space or over a network are somebody else's.
    out.device_counts = system->storage == host::StorageClass::kLocal;
  }
  return out;
}

std::optional<contract::CacheState> cache_state(const contract::CacheEvidence& found, const DataFiles& files) {
  if (files.in_memory) return contract::CacheState::kMemory;
  if (found.touched_bytes <= 0 || (!files.device_counts && found.device_bytes == 0)) return {};
  const double share = static_cast<double>(found.device_bytes) / static_cast<double>(found.touched_bytes);
  if (share >= kColdFrom) return contract::CacheState::kCold;
  return share <= kWarmUpTo ? contract::CacheState::kWarm : contract::CacheState::kMixed;
}

DataCache::DataCache(std::shared_ptr<const DataFiles> files, contract::Cache asked, contract::Source source)
    : files_(std::move(files)), asked_(asked), source_(source) {}

void DataCache::prepare() {
  if (asked_ == contract::Cache::kCold) host::evict(files_->paths);
  if (asked_ == contract::Cache::kWarm) host::load(files_->paths);
  resident_before_ = resident_share(*files_);
}

contract::CacheEvidence DataCache::after(const ReadWhileMeasured& read) const {
  contract::CacheEvidence out;
  const double sample =
      files_->items == 0 ? 0 : static_cast<double>(files_->bytes) / static_cast<double>(files_->items);
  out.touched_bytes = static_cast<std::int64_t>(sample * static_cast<double>(read.samples));
  out.read_bytes = read.io.read;
  out.device_bytes = read.io.from_device;
  out.data_bytes = files_->bytes;
  out.resident_before = resident_before_;
  out.resident_after = resident_share(*files_);
  out.state = source_ == contract::Source::kMemory ? contract::CacheState::kMemory : cache_state(out, *files_);
  return out;
}

std::optional<std::string> DataCache::not_as_asked(const contract::CacheEvidence& found) const {
  if (asked_ == contract::Cache::kCold && found.state != contract::CacheState::kCold) return "not-cold";
  if (asked_ == contract::Cache::kWarm && found.state != contract::CacheState::kWarm &&
      found.state != contract::CacheState::kMemory)
    return "not-warm";
  return {};
}

}  // namespace feedrate::agent
