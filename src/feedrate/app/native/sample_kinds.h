// Which files hold the samples of a recipe.
#pragma once

#include "feedrate/contract/work/operations.h"
#include "feedrate/native/storage/sample_kind.h"

namespace feedrate::app {

inline native::SampleKind kind_of(contract::SampleFormat format) {
  switch (format) {
    case contract::SampleFormat::kJpeg:
      return native::SampleKind::kPhotos;
    case contract::SampleFormat::kNpy:
      return native::SampleKind::kArrays;
    case contract::SampleFormat::kVideo:
      return native::SampleKind::kVideos;
    case contract::SampleFormat::kPng:
      return native::SampleKind::kPngs;
    case contract::SampleFormat::kTokens:
      return native::SampleKind::kTokens;
  }
  return native::SampleKind::kPhotos;
}

}  // namespace feedrate::app
