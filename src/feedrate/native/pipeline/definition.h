// What a pipeline does, as a plain value: where the encoded pictures come from, the operations with their parameters,
// and how it runs. app/native fills it in; Pipeline::build() checks it and makes it real.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "feedrate/native/media/ffmpeg/video.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/pipeline/slowed.h"
#include "feedrate/native/storage/sample_kind.h"
#include "feedrate/native/transform/horizontal_flip.h"
#include "feedrate/native/transform/normalise.h"
#include "feedrate/native/transform/random_resized_crop.h"

namespace feedrate::native {

enum class Source {
  kStorage,  // every sample reads its file
  kMemory,   // all files are read while building; samples start from those bytes
};

struct Definition {
  std::string folder;  // or a tar file or bundle
  Source source = Source::kStorage;
  std::uint64_t item_limit = 0;  // the first so many files in order of their paths; 0: all

  // Photos are JPEG or PNG and become RGB; arrays are .npy of as many channels as are said here; of a video some frames
  // that follow each other, from a drawn one on, all cropped and mirrored alike.
  SampleKind kind = SampleKind::kPhotos;
  int channels = kChannels;
  int frames = 1;
  Seek seek = Seek::kExact;
  JpegWay jpeg = JpegWay::kAccurate;
  bool decodes_smaller = false;  // JPEG, where the result is smaller than a half, a quarter or an eighth of the part
  RandomResizedCrop crop;
  HorizontalFlip flip;
  Normalise normalise;

  int batch = 64;
  int threads = 1;   // that decode and transform; the caller of next() only waits
  int prefetch = 2;  // batches made ahead of the one the caller holds
  // Threads that only read, before somebody decodes; 0: who decodes reads. Absent: none, or as many as slow storage
  // needs, by how long it takes over a few files while building.
  std::optional<int> readers;
  std::uint64_t seed = 0;
  Slowdown slowdown;

  [[nodiscard]] std::size_t frame_values() const {
    return static_cast<std::size_t>(crop.width) * static_cast<std::size_t>(crop.height) *
           static_cast<std::size_t>(channels);
  }
  [[nodiscard]] std::size_t sample_values() const { return static_cast<std::size_t>(frames) * frame_values(); }
};

// The first thing that is wrong with the numbers; files are looked at by Pipeline::build().
[[nodiscard]] Status check(const Definition& definition);

}  // namespace feedrate::native
