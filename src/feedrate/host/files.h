// Files and folders as values and Expected. Used by everything that keeps results; any thread. Every failure is one
// message that names the path and, where the person can do something about it, what. Knows nothing of what files hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::host {

// kYes: the bytes and the name are on the disk, not only in the page cache, before the call returns.
enum class Durable { kNo, kYes };

Expected<std::string> read_file(const std::string& path);
// Whole or not at all: a temporary beside it takes the name when every byte is written. Replaces a file of that name.
Status write_file(const std::string& path, std::string_view bytes, Durable durable = Durable::kNo);

// With its parents; a folder that is there already is no error.
Status make_folders(const std::string& path);
// A path that is not there is no error. Links are removed, not followed.
Status remove_tree(const std::string& path);
// The names in a folder, sorted, without "." and "..".
Expected<std::vector<std::string>> list_folder(const std::string& path);

// False also where nobody may look.
[[nodiscard]] bool exists(const std::string& path);
[[nodiscard]] bool is_folder(const std::string& path);
// Replaces a file of that name.
Status rename(const std::string& from, const std::string& to);
Expected<std::int64_t> file_size(const std::string& path);

// Bytes that can still be written to the device that holds a folder.
Expected<std::int64_t> free_bytes(const std::string& folder);

// The message for a write to `path` that failed with errno `code`.
[[nodiscard]] Unexpected write_failure(const std::string& path, int code);

}  // namespace feedrate::host
