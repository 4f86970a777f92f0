#include "feedrate/native/storage/folder.h"

#include <algorithm>
#include <filesystem>

#include "feedrate/native/storage/read_file.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

bool is_left_behind(const std::string& name) { return name.starts_with(".") || name == "__MACOSX"; }

bool is_jpeg(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending == ".jpg" || ending == ".jpeg";
}

}  // namespace

bool is_sample(const std::string& path) {
  const fs::path parts(path);
  return is_jpeg(path) &&
         std::none_of(parts.begin(), parts.end(), [](const fs::path& part) { return is_left_behind(part.string()); });
}

Expected<Folder> Folder::list(const std::string& root) {
  FEEDRATE_TRY(folder, list(root, is_left_behind, is_jpeg));
  if (!folder.files_.empty()) return folder;
  return input_error(
      format("{} holds no .jpg or .jpeg file; fill it, or make a dataset with: feedrate dataset make photos", root));
}

Expected<Folder> Folder::list_all(const std::string& root) {
  constexpr auto kNone = [](const std::string&) { return false; };
  constexpr auto kAll = [](const std::string&) { return true; };
  FEEDRATE_TRY(folder, list(root, kNone, kAll));
  if (!folder.files_.empty()) return folder;
  return input_error(format("{} holds no file", root));
}

Expected<Folder> Folder::list(const std::string& root, bool (*is_skipped)(const std::string& name),
                              bool (*is_wanted)(const std::string& name)) {
  std::error_code code;
  const auto kind = fs::status(root, code).type();
  if (kind == fs::file_type::not_found) {
    return input_error(
        format("there is no folder {}; type the path of a folder with JPEG files, or make one with: "
               "feedrate dataset make photos {}",
               root, root));
  }
  if (kind != fs::file_type::directory) {
    return input_error(format("{} is not a folder{}; expected a folder with JPEG files", root,
                              code ? " that can be examined (" + code.message() + ")" : std::string()));
  }
  const auto broken = [&](const fs::path& at) {
    return system_failure(format("{} cannot be listed", at.string()), code.value());
  };

  Folder folder;
  folder.root_ = root;
  fs::recursive_directory_iterator it(root, code);
  if (code) return broken(root);
  const fs::recursive_directory_iterator end;
  while (it != end) {
    const fs::path path = it->path();
    const std::string name = path.filename().string();
    const bool skipped = is_skipped(name);
    if (skipped) it.disable_recursion_pending();
    if (!skipped && is_wanted(name) && it->is_regular_file(code)) {
      const std::uint64_t size = it->file_size(code);
      if (code) return broken(path);
      folder.files_.push_back({path.lexically_relative(root).generic_string(), size});
    }
    it.increment(code);
    if (code) return broken(path);
  }
  std::sort(folder.files_.begin(), folder.files_.end(),
            [](const FileEntry& a, const FileEntry& b) { return a.path < b.path; });
  return folder;
}

Status Folder::read(std::size_t index, std::vector<std::uint8_t>& out) const {
  FEEDRATE_CHECK(index < files_.size());
  return read_file(full_path(index), out);
}

}  // namespace feedrate::native
