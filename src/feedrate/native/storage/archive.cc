#include "feedrate/native/storage/archive.h"

#include <algorithm>
#include <string_view>

#include "feedrate/native/storage/bundle.h"
#include "feedrate/native/storage/tar.h"

namespace feedrate::native {
namespace {

// Archives come from others: nothing in them may name a place outside of the folder they are unpacked into.
bool leads_out(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string_view::npos) return true;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, std::min(path.find('/'), path.size()));
    if (part.empty() || part == "." || part == "..") return true;
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
  return false;
}

Status check_paths(const std::string& archive, const std::vector<Packed>& files) {
  std::vector<std::string_view> paths;
  for (const auto& file : files) {
    if (leads_out(file.path)) return failure(format("{}: \"{}\" is no path inside of a folder", archive, file.path));
    paths.push_back(file.path);
  }
  std::sort(paths.begin(), paths.end());
  const auto twice = std::adjacent_find(paths.begin(), paths.end());
  if (twice != paths.end()) return failure(format("{} holds {} twice", archive, *twice));
  return {};
}

}  // namespace

std::optional<ArchiveKind> archive_kind(const std::string& path) {
  if (path.ends_with(".tar")) return ArchiveKind::kTar;
  if (path.ends_with(".bundle")) return ArchiveKind::kBundle;
  return {};
}

Expected<Archive> Archive::open(const std::string& path) {
  const auto kind = archive_kind(path);
  if (!kind) return input_error(format("{} is no archive; expected a name that ends in .tar or .bundle", path));
  FEEDRATE_TRY(file, ArchiveFile::open(path));
  FEEDRATE_TRY(files, *kind == ArchiveKind::kTar ? list_tar(file) : list_bundle(file));
  FEEDRATE_TRY_STATUS(check_paths(path, files));
  return Archive(std::move(file), std::move(files));
}

Status Archive::read(std::size_t index, std::vector<std::uint8_t>& out) const {
  FEEDRATE_CHECK(index < files_.size());
  out.resize(static_cast<std::size_t>(files_[index].size));
  return file_.read(files_[index].at, out);
}

}  // namespace feedrate::native
