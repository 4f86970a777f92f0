#include "feedrate/native/task/arrays.h"

#include <memory>
#include <vector>

#include "feedrate/native/media/npy/encode.h"
#include "feedrate/native/task/scene.h"

namespace feedrate::native {
namespace {

// One array of the data set, from its number to the bytes of its file. One a thread.
class ArrayFile {
 public:
  ArrayFile(std::uint64_t seed, int channels) : seed_(seed), shape_{kArraySide, kArraySide, channels} {}

  std::span<const std::uint8_t> make(std::uint64_t index) {
    values_.resize(shape_.bytes());
    const int scenes = (shape_.channels + kChannels - 1) / kChannels;
    for (int scene = 0; scene < scenes; ++scene) {
      scene_.make(seed_, index * static_cast<std::uint64_t>(scenes) + static_cast<std::uint64_t>(scene), image_);
      put(scene * kChannels);
    }
    encode_npy(values_, shape_, bytes_);
    return bytes_;
  }

 private:
  // The middle of the scene as the channels from `first` on.
  void put(int first) {
    const int left = (image_.width() - kArraySide) / 2;
    const int top = (image_.height() - kArraySide) / 2;
    const auto view = image_.view().crop({left, top, kArraySide, kArraySide});
    const int count = std::min(kChannels, shape_.channels - first);
    std::uint8_t* to = values_.data() + first;
    for (int y = 0; y < kArraySide; ++y)
      for (int x = 0; x < kArraySide; ++x, to += shape_.channels)
        for (int channel = 0; channel < count; ++channel) to[channel] = view.row(y)[x * kChannels + channel];
  }

  std::uint64_t seed_;
  ArrayShape shape_;
  SceneMaker scene_;
  Image image_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint8_t> bytes_;
};

std::uint64_t file_bytes(int channels) {
  std::vector<std::uint8_t> bytes;
  const ArrayShape shape{kArraySide, kArraySide, channels};
  encode_npy(std::vector<std::uint8_t>(shape.bytes()), shape, bytes);
  return bytes.size();
}

}  // namespace

Expected<DatasetMade> make_arrays(const Arrays& arrays, const Progress& progress) {
  if (arrays.channels < 1 || arrays.channels > kMostChannels)
    return input_error(format("channels is {}; expected 1 .. {}", arrays.channels, kMostChannels));
  const auto maker = [&] {
    return [file = std::make_shared<ArrayFile>(arrays.seed, arrays.channels)](
               std::uint64_t index) -> Expected<std::span<const std::uint8_t>> { return file->make(index); };
  };
  const std::uint64_t bytes = file_bytes(arrays.channels);
  return make_files({arrays.folder,
                     {format("arrays-{}", arrays.channels), 1, arrays.seed, arrays.count},
                     arrays.threads,
                     ".npy",
                     bytes,
                     bytes},
                    maker, progress);
}

}  // namespace feedrate::native
