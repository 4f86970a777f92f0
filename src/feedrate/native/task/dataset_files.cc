#include "feedrate/native/task/dataset_files.h"

#include <atomic>
#include <filesystem>
#include <optional>

#include "feedrate/native/task/write_file.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPerFolder = 1000;

std::string path_of(const DatasetFiles& files, std::uint64_t index) {
  return files.folder + "/" + file_name(index, files.ending);
}

std::optional<std::uint64_t> size_of_whole(const DatasetFiles& files, std::uint64_t index) {
  std::error_code code;
  const std::uint64_t size = fs::file_size(path_of(files, index), code);
  if (code || size < files.least_bytes || size > files.most_bytes) return std::nullopt;
  return size;
}

Expected<std::uint64_t> make(const DatasetFiles& files, const MakeFile& maker, std::uint64_t index) {
  FEEDRATE_TRY(bytes, maker(index));
  FEEDRATE_TRY_STATUS(write_whole_file(path_of(files, index), bytes));
  return bytes.size();
}

Status make_folders(const DatasetFiles& files) {
  for (std::uint64_t first = 0; first < files.label.count; first += kPerFolder) {
    const fs::path folder = fs::path(path_of(files, first)).parent_path();
    std::error_code code;
    fs::create_directories(folder, code);
    if (code) return system_failure(format("folder {} cannot be made", folder.string()), code.value());
  }
  return {};
}

}  // namespace

std::string file_name(std::uint64_t index, const std::string& ending) {
  return format("{:04}/{:06}{}", index / kPerFolder, index, ending);
}

Expected<DatasetMade> make_files(const DatasetFiles& files, const std::function<MakeFile()>& maker,
                                 const Progress& progress) {
  const std::uint64_t count = files.label.count;
  if (count < 1 || count > kMostFiles)
    return input_error(format("{} {} were asked for; expected 1 .. {}", count, files.label.kind, kMostFiles));
  if (files.threads < 1 || files.threads > 1024)
    return input_error(format("threads is {}; expected 1 .. 1024", files.threads));
  FEEDRATE_TRY_STATUS(begin_dataset(files.folder, files.label));
  FEEDRATE_TRY_STATUS(make_folders(files));
  std::atomic<std::uint64_t> kept = 0;
  std::atomic<std::uint64_t> bytes = 0;
  const auto make_worker = [&] {
    return [&, mine = maker()](std::uint64_t index) -> Status {
      const auto whole = size_of_whole(files, index);
      kept += whole ? 1 : 0;
      FEEDRATE_TRY(size, whole ? Expected<std::uint64_t>(*whole) : make(files, mine, index));
      bytes += size;
      return {};
    };
  };
  FEEDRATE_TRY_STATUS(for_each_number(count, files.threads, make_worker, progress));
  FEEDRATE_TRY_STATUS(finish_dataset(files.folder, files.label, bytes));
  return DatasetMade{count, kept, bytes};
}

}  // namespace feedrate::native
