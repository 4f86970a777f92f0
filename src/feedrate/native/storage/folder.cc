#include "feedrate/native/storage/folder.h"

#include <algorithm>
#include <filesystem>

#include "feedrate/native/storage/read_file.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

}  // namespace

Expected<Folder> Folder::list(const std::string& root, SampleKind kind) {
  FEEDRATE_TRY(folder, list_of(root, kind));
  if (!folder.files_.empty()) return folder;
  return input_error(format("{} holds no {} file; fill it, or make a dataset with: feedrate dataset make {}", root,
                            endings_of(kind), to_make(kind)));
}

Expected<Folder> Folder::list_all(const std::string& root) {
  FEEDRATE_TRY(folder, list_of(root, {}));
  if (!folder.files_.empty()) return folder;
  return input_error(format("{} holds no file", root));
}

Expected<Folder> Folder::list_of(const std::string& root, std::optional<SampleKind> kind) {
  const SampleKind asked = kind.value_or(SampleKind::kPhotos);  // for what is said to a person
  std::error_code code;
  const auto type = fs::status(root, code).type();
  if (type == fs::file_type::not_found) {
    return input_error(
        format("there is no folder {}; type the path of a folder with {} files, or make one with: "
               "feedrate dataset make {} {}",
               root, endings_of(asked), to_make(asked), root));
  }
  if (type != fs::file_type::directory) {
    return input_error(format("{} is not a folder{}; expected a folder with {} files", root,
                              code ? " that can be examined (" + code.message() + ")" : std::string(),
                              endings_of(asked)));
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
    const bool skipped = kind && is_left_behind(name);
    if (skipped) it.disable_recursion_pending();
    if (!skipped && (!kind || is_sample(name, *kind)) && it->is_regular_file(code)) {
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
