#include "feedrate/native/task/photos.h"

#include <atomic>
#include <filesystem>
#include <optional>

#include "feedrate/native/task/dataset_label.h"
#include "feedrate/native/task/parallel.h"
#include "feedrate/native/task/photo_file.h"
#include "feedrate/native/task/write_file.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPerFolder = 1000;

// The size of a photo that an earlier call finished. Names appear by renaming, so a size in range is a whole file.
std::optional<std::uint64_t> size_of_whole(const std::string& path) {
  std::error_code code;
  const std::uint64_t size = fs::file_size(path, code);
  if (code || size < kLeastPhotoBytes || size > kMostPhotoBytes) return std::nullopt;
  return size;
}

Expected<std::uint64_t> make(PhotoFile& photo, const Photos& photos, std::uint64_t index) {
  FEEDRATE_TRY(bytes, photo.make(photos.seed, index));
  FEEDRATE_TRY_STATUS(write_whole_file(photos.folder + "/" + photo_name(index), bytes));
  return bytes.size();
}

Status make_folders(const Photos& photos) {
  for (std::uint64_t first = 0; first < photos.count; first += kPerFolder) {
    const fs::path folder = fs::path(photos.folder + "/" + photo_name(first)).parent_path();
    std::error_code code;
    fs::create_directories(folder, code);
    if (code) return system_failure(format("folder {} cannot be made", folder.string()), code.value());
  }
  return {};
}

}  // namespace

std::string photo_name(std::uint64_t index) { return format("{:04}/{:06}.jpg", index / kPerFolder, index); }

Expected<PhotosMade> make_photos(const Photos& photos, const Progress& progress) {
  if (photos.count < 1 || photos.count > kMaxPhotos) {
    return input_error(format("{} photos were asked for; expected 1 .. {}", photos.count, kMaxPhotos));
  }
  if (photos.threads < 1 || photos.threads > 1024) {
    return input_error(format("threads is {}; expected 1 .. 1024", photos.threads));
  }
  const DatasetLabel label{"photos", 1, photos.seed, photos.count};
  FEEDRATE_TRY_STATUS(begin_dataset(photos.folder, label));
  FEEDRATE_TRY_STATUS(make_folders(photos));
  std::atomic<std::uint64_t> kept = 0;
  std::atomic<std::uint64_t> bytes = 0;
  const auto make_worker = [&] {
    return [&, photo = PhotoFile()](std::uint64_t index) mutable -> Status {
      const auto whole = size_of_whole(photos.folder + "/" + photo_name(index));
      kept += whole ? 1 : 0;
      FEEDRATE_TRY(size, whole ? Expected<std::uint64_t>(*whole) : make(photo, photos, index));
      bytes += size;
      return {};
    };
  };
  FEEDRATE_TRY_STATUS(for_each_number(photos.count, photos.threads, make_worker, progress));
  FEEDRATE_TRY_STATUS(finish_dataset(photos.folder, label, bytes));
  return PhotosMade{photos.count, kept, bytes};
}

}  // namespace feedrate::native
