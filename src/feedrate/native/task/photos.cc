#include "feedrate/native/task/photos.h"

#include <memory>

#include "feedrate/native/task/photo_file.h"

namespace feedrate::native {

Expected<DatasetMade> make_photos(const Photos& photos, const Progress& progress) {
  const auto maker = [&] {
    return [seed = photos.seed, photo = std::make_shared<PhotoFile>()](std::uint64_t index) {
      return photo->make(seed, index);
    };
  };
  return make_files({photos.folder,
                     {"photos", 1, photos.seed, photos.count},
                     photos.threads,
                     ".jpg",
                     kLeastPhotoBytes,
                     kMostPhotoBytes},
                    maker, progress);
}

}  // namespace feedrate::native
