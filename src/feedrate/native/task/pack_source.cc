#include "feedrate/native/task/pack_source.h"

#include "feedrate/host/files.h"

namespace feedrate::native {

Expected<PackSource> PackSource::open(const std::string& path) {
  if (host::is_folder(path)) {
    FEEDRATE_TRY(folder, Folder::list_all(path));
    return PackSource(std::move(folder));
  }
  if (!host::exists(path)) return input_error(format("there is no {}; expected a folder or an archive", path));
  FEEDRATE_TRY(archive, Archive::open(path));
  return PackSource(std::move(archive));
}

std::size_t PackSource::count() const {
  return std::visit([](const auto& files) { return files.files().size(); }, files_);
}

const std::string& PackSource::path(std::size_t index) const {
  return std::visit([&](const auto& files) -> const std::string& { return files.files()[index].path; }, files_);
}

std::uint64_t PackSource::size(std::size_t index) const {
  return std::visit([&](const auto& files) { return files.files()[index].size; }, files_);
}

Status PackSource::read(std::size_t index, std::vector<std::uint8_t>& out) const {
  FEEDRATE_TRY_STATUS(std::visit([&](const auto& files) { return files.read(index, out); }, files_));
  if (out.size() == size(index)) return {};
  return failure(format("{} had {} bytes when it was listed and has {} now: it is being changed", path(index),
                        size(index), out.size()));
}

}  // namespace feedrate::native
