#include "feedrate/native/storage/sample_kind.h"

#include <algorithm>
#include <filesystem>

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

bool has_ending(const fs::path& path, SampleKind kind) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (kind == SampleKind::kArrays) return ending == ".npy";
  return ending == ".jpg" || ending == ".jpeg";
}

}  // namespace

bool is_left_behind(const std::string& name) { return name.starts_with(".") || name == "__MACOSX"; }

bool is_sample(const std::string& path, SampleKind kind) {
  const fs::path parts(path);
  return has_ending(parts, kind) &&
         std::none_of(parts.begin(), parts.end(), [](const fs::path& part) { return is_left_behind(part.string()); });
}

const char* endings_of(SampleKind kind) { return kind == SampleKind::kArrays ? ".npy" : ".jpg or .jpeg"; }

const char* word_of(SampleKind kind) { return kind == SampleKind::kArrays ? "arrays" : "photos"; }

}  // namespace feedrate::native
