#include "feedrate/native/pipeline/desk.h"

#include "feedrate/native/media/npy/decode.h"
#include "feedrate/native/pipeline/slowed.h"
#include "feedrate/native/transform/resize_flip_normalise.h"

namespace feedrate::native {

Desk::Desk(const Definition& definition)
    : definition_(&definition), linear_(linear_of(definition.normalise)), decoder_(definition.jpeg) {}

Status Desk::decode(std::span<const std::uint8_t> encoded, Draws draws) {
  const Slowed slowed(definition_->slowdown.decode);
  parts_.clear();
  switch (definition_->kind) {
    case SampleKind::kPhotos:
      return decode_photo(encoded, draws);
    case SampleKind::kArrays:
      return decode_array(encoded, draws);
    case SampleKind::kVideos:
      return decode_clip(encoded, draws);
    case SampleKind::kPngs:
      return decode_png(encoded, draws);
    case SampleKind::kTokens:
      break;
  }
  return failure("tokens are no pictures");
}

Status Desk::decode_photo(std::span<const std::uint8_t> encoded, Draws& draws) {
  FEEDRATE_TRY(size, decoder_.open(encoded));
  const Box box = draw_box(definition_->crop, size, draws);
  mirrored_ = draw_flip(definition_->flip, draws);
  const Size wanted{definition_->crop.width, definition_->crop.height};
  FEEDRATE_TRY(
      part, definition_->decodes_smaller ? decoder_.decode_smaller(box, wanted, image_) : decoder_.decode(box, image_));
  parts_.push_back(part);
  return {};
}

Status Desk::decode_png(std::span<const std::uint8_t> encoded, Draws& draws) {
  FEEDRATE_TRY_STATUS(png_.decode(encoded, image_));
  const Box box = draw_box(definition_->crop, {image_.width(), image_.height()}, draws);
  mirrored_ = draw_flip(definition_->flip, draws);
  parts_.push_back(image_.view().crop(box));
  return {};
}

Status Desk::decode_array(std::span<const std::uint8_t> encoded, Draws& draws) {
  FEEDRATE_TRY(array, view_npy(encoded));
  if (array.channels != definition_->channels)
    return failure(format("the array has {} channels; expected {}", array.channels, definition_->channels));
  const Box box = draw_box(definition_->crop, {array.width, array.height}, draws);
  mirrored_ = draw_flip(definition_->flip, draws);
  parts_.push_back(array.crop(box));
  return {};
}

Status Desk::decode_clip(std::span<const std::uint8_t> encoded, Draws& draws) {
  if (!video_) {
    FEEDRATE_TRY(made, VideoDecoder::make(definition_->seek));
    video_ = std::move(made);
  }
  FEEDRATE_TRY(count, video_->open(encoded));
  if (count < definition_->frames)
    return failure(format("the video has {} frames, and a clip {}", count, definition_->frames));
  const std::int64_t first = draws.below(static_cast<int>(count) - definition_->frames + 1);
  FEEDRATE_TRY_STATUS(video_->decode(first, definition_->frames, clip_));
  const Box box = draw_box(definition_->crop, {clip_.width, clip_.height}, draws);
  mirrored_ = draw_flip(definition_->flip, draws);
  for (int i = 0; i < clip_.frames; ++i) parts_.push_back(clip_.frame(i).crop(box));
  return {};
}

void Desk::transform(std::span<float> to) {
  const Slowed slowed(definition_->slowdown.transform);
  const std::size_t values = definition_->frame_values();
  for (std::size_t i = 0; i < parts_.size(); ++i)
    resize_flip_normalise(parts_[i], definition_->crop.width, definition_->crop.height, mirrored_, linear_, resizer_,
                          to.subspan(i * values, values));
}

}  // namespace feedrate::native
