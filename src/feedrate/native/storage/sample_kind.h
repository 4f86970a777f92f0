// What the files of a data set are, by the endings of their names.
#pragma once

#include <optional>
#include <string>

namespace feedrate::native {

enum class SampleKind { kPhotos, kArrays, kVideos, kPngs, kTokens };

// By its relative path: a file of the kind, and no part of the path is what systems leave behind.
[[nodiscard]] bool is_sample(const std::string& path, SampleKind kind);
// For messages: ".jpg or .jpeg".
[[nodiscard]] const char* endings_of(SampleKind kind);
// What stands behind `feedrate dataset make` to have some.
[[nodiscard]] const char* to_make(SampleKind kind);
// By what they are called together: "photos".
[[nodiscard]] std::optional<SampleKind> kind_of(const std::string& word);

// A name that systems leave behind in folders.
[[nodiscard]] bool is_left_behind(const std::string& name);

}  // namespace feedrate::native
