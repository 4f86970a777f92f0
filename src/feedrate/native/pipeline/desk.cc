#include "feedrate/native/pipeline/desk.h"

#include "feedrate/native/media/npy/decode.h"
#include "feedrate/native/pipeline/slowed.h"
#include "feedrate/native/transform/resize_flip_normalise.h"

namespace feedrate::native {

Desk::Desk(const Definition& definition) : definition_(&definition), linear_(linear_of(definition.normalise)) {}

Status Desk::decode(std::span<const std::uint8_t> encoded, Draws draws) {
  const Slowed slowed(definition_->slowdown.decode);
  if (definition_->kind == SampleKind::kArrays) return decode_array(encoded, draws);
  FEEDRATE_TRY(size, decoder_.open(encoded));
  const Box box = draw_box(definition_->crop, size, draws);
  mirrored_ = draw_flip(definition_->flip, draws);
  FEEDRATE_TRY(part, decoder_.decode(box, image_));
  part_ = part;
  return {};
}

Status Desk::decode_array(std::span<const std::uint8_t> encoded, Draws& draws) {
  FEEDRATE_TRY(array, view_npy(encoded));
  if (array.channels != definition_->channels)
    return failure(format("the array has {} channels; expected {}", array.channels, definition_->channels));
  const Box box = draw_box(definition_->crop, {array.width, array.height}, draws);
  mirrored_ = draw_flip(definition_->flip, draws);
  part_ = array.crop(box);
  return {};
}

void Desk::transform(std::span<float> to) {
  const Slowed slowed(definition_->slowdown.transform);
  resize_flip_normalise(part_, definition_->crop.width, definition_->crop.height, mirrored_, linear_, resizer_, to);
}

}  // namespace feedrate::native
