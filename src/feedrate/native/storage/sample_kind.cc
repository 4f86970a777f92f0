#include "feedrate/native/storage/sample_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

struct Row {
  SampleKind kind;
  const char* word;
  const char* to_make;
  const char* endings;
  const char* ending;
  const char* other_ending;
};
constexpr std::array<Row, 5> kRows = {{{SampleKind::kPhotos, "photos", "photos", ".jpg or .jpeg", ".jpg", ".jpeg"},
                                       {SampleKind::kArrays, "arrays", "arrays", ".npy", ".npy", nullptr},
                                       {SampleKind::kVideos, "videos", "videos", ".mp4", ".mp4", nullptr},
                                       {SampleKind::kPngs, "pngs", "photos --format png", ".png", ".png", nullptr},
                                       {SampleKind::kTokens, "tokens", "tokens", ".bin", ".bin", nullptr}}};

const Row& row_of(SampleKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

bool has_ending(const fs::path& path, SampleKind kind) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto& row = row_of(kind);
  return ending == row.ending || (row.other_ending != nullptr && ending == row.other_ending);
}

}  // namespace

bool is_left_behind(const std::string& name) { return name.starts_with(".") || name == "__MACOSX"; }

bool is_sample(const std::string& path, SampleKind kind) {
  const fs::path parts(path);
  return has_ending(parts, kind) &&
         std::none_of(parts.begin(), parts.end(), [](const fs::path& part) { return is_left_behind(part.string()); });
}

const char* endings_of(SampleKind kind) { return row_of(kind).endings; }

const char* to_make(SampleKind kind) { return row_of(kind).to_make; }

std::optional<SampleKind> kind_of(const std::string& word) {
  for (const auto& row : kRows)
    if (word == row.word) return row.kind;
  return {};
}

}  // namespace feedrate::native
