#include "feedrate/native/storage/sample_files.h"

#include <algorithm>

#include "feedrate/base/hash.h"
#include "feedrate/host/files.h"

namespace feedrate::native {
namespace {

const char* name_of(const std::variant<Folder, Archive>& files, const std::string& where) {
  if (std::holds_alternative<Folder>(files)) return "folder";
  return archive_kind(where) == ArchiveKind::kTar ? "tar" : "bundle";
}

}  // namespace

SampleFiles::SampleFiles(std::string where, std::variant<Folder, Archive> files, SampleKind kind)
    : where_(std::move(where)), files_(std::move(files)) {
  std::visit(
      [&](const auto& found) {
        for (std::size_t i = 0; i < found.files().size(); ++i)
          if (is_sample(found.files()[i].path, kind)) places_.push_back(i);
        std::sort(places_.begin(), places_.end(),
                  [&](std::size_t a, std::size_t b) { return found.files()[a].path < found.files()[b].path; });
      },
      files_);
}

Expected<SampleFiles> SampleFiles::open(const std::string& path, SampleKind kind) {
  if (!archive_kind(path) || host::is_folder(path)) {
    FEEDRATE_TRY(folder, Folder::list(path, kind));
    return SampleFiles(path, std::move(folder), kind);
  }
  FEEDRATE_TRY(archive, Archive::open(path));
  SampleFiles out(path, std::move(archive), kind);
  if (out.count() == 0) return input_error(format("{} holds no {} file", path, endings_of(kind)));
  return out;
}

const std::string& SampleFiles::path(std::size_t index) const {
  return std::visit([&](const auto& files) -> const std::string& { return files.files()[places_[index]].path; },
                    files_);
}

std::uint64_t SampleFiles::bytes(std::size_t index) const {
  return std::visit([&](const auto& files) { return files.files()[places_[index]].size; }, files_);
}

std::string SampleFiles::name(std::size_t index) const {
  return where_ + (std::holds_alternative<Folder>(files_) ? "/" : ": ") + path(index);
}

Status SampleFiles::read(std::size_t index, std::vector<std::uint8_t>& out) const {
  FEEDRATE_CHECK(index < places_.size());
  return std::visit([&](const auto& files) { return files.read(places_[index], out); }, files_);
}

std::string SampleFiles::fingerprint() const {
  Hasher hasher;
  hasher.add(name_of(files_, where_));
  for (std::size_t i = 0; i < count(); ++i) hasher.add(path(i)).add(std::to_string(bytes(i)));
  return hasher.id();
}

}  // namespace feedrate::native
