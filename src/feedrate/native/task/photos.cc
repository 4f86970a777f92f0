#include "feedrate/native/task/photos.h"

#include <filesystem>
#include <mutex>
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

// The state that the threads share; each takes the next number until none is left or one failed.
class Making {
 public:
  Making(const Photos& photos, const Progress& progress) : photos_(photos), progress_(progress) {}

  void work() {
    PhotoFile photo;
    std::unique_lock guard(lock_);
    while (!error_ && next_ < photos_.count) {
      const std::uint64_t index = next_++;
      guard.unlock();
      const std::string path = photos_.folder + "/" + photo_name(index);
      const auto kept = size_of_whole(path);
      Expected<std::uint64_t> size = kept ? *kept : make(photo, path, index);
      guard.lock();
      if (size) {
        count(*size, kept.has_value());
      } else if (!error_) {
        error_ = std::move(size).error();
      }
    }
  }

  Expected<PhotosMade> result() {
    const std::lock_guard guard(lock_);
    if (error_) return Unexpected(*error_);
    return made_;
  }

 private:
  Expected<std::uint64_t> make(PhotoFile& photo, const std::string& path, std::uint64_t index) const {
    FEEDRATE_TRY(bytes, photo.make(photos_.seed, index));
    FEEDRATE_TRY_STATUS(write_whole_file(path, bytes));
    return bytes.size();
  }

  void count(std::uint64_t size, bool kept) {
    ++made_.count;
    made_.bytes += size;
    if (kept) ++made_.kept;
    if (progress_) progress_(made_.count, photos_.count);
  }

  const Photos photos_;
  const Progress progress_;
  std::mutex lock_;
  std::uint64_t next_ = 0;
  PhotosMade made_;
  std::optional<Error> error_;
};

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
  Making making(photos, progress);
  run_on_threads(photos.threads, [&making] { making.work(); });
  FEEDRATE_TRY(made, making.result());
  FEEDRATE_TRY_STATUS(finish_dataset(photos.folder, label, made.bytes));
  return made;
}

}  // namespace feedrate::native
