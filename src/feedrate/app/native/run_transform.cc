#include "feedrate/app/native/run_transform.h"

#include <algorithm>
#include <cstring>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/operation.h"
#include "feedrate/host/files.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/storage/sample_files.h"

namespace feedrate::app {
namespace {

// By 180 degrees: the last pixel first.
void turn_half(native::ArrayView from, native::Array& to) {
  to.reshape(from.shape);
  const auto channels = static_cast<std::size_t>(from.shape.channels);
  const std::size_t pixels = from.shape.bytes() / channels;
  for (std::size_t i = 0; i < pixels; ++i)
    std::memcpy(to.values() + (pixels - 1 - i) * channels, from.values + i * channels, channels);
}

bool takes_two(const contract::Operation& operation) {
  return std::holds_alternative<contract::Mixup>(operation) || std::holds_alternative<contract::Cutmix>(operation);
}

Expected<std::vector<Picture>> decoded(const contract::TransformWork& work) {
  FEEDRATE_TRY(files, native::SampleFiles::open(work.data.uri));
  const auto limit = static_cast<std::size_t>(work.data.items.value_or(0));
  const std::size_t count = limit == 0 ? files.count() : std::min(limit, files.count());
  std::vector<Picture> out(count);
  native::JpegDecoder decoder;
  native::Image image;
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < count; ++i) {
    FEEDRATE_TRY_STATUS(files.read(i, bytes));
    FEEDRATE_TRY_STATUS(decoder.decode(bytes, image));
    out[i].pixels.reshape({image.height(), image.width(), native::kChannels});
    std::memcpy(out[i].pixels.values(), image.view().pixels, out[i].pixels.shape().bytes());
    if (takes_two(work.operation)) turn_half(out[i].pixels.view(), out[i].other);
  }
  return out;
}

std::size_t bytes_of(const Made& made) {
  return made.values.empty() ? made.pixels.shape().bytes() : made.values.size() * sizeof(float);
}

}  // namespace

Status run_transform(const contract::SubjectOrder& order, const contract::TransformWork& work,
                     const std::string& marks_folder) {
  FEEDRATE_TRY(marks, MarksFile::open(marks_folder, order.cells.front().id));
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kStarted));
  FEEDRATE_TRY(apply, operation_of(work.operation));
  FEEDRATE_TRY(pictures, decoded(work));
  FEEDRATE_TRY_STATUS(marks->cost());
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kReady));
  const auto batch = static_cast<std::size_t>(order.cells.front().what.settings.batch);
  Made made;
  for (std::size_t at = 0; !marks->should_stop();) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < batch; ++i, at = (at + 1) % pictures.size()) {
      FEEDRATE_TRY_STATUS(apply(pictures[at], made));
      bytes += bytes_of(made);
      marks->count_sample();
    }
    FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(batch), bytes));
  }
  return marks->phase(contract::marks::Phase::kEnding);
}

Status apply_transform(const contract::TransformWork& work, const std::string& folder) {
  FEEDRATE_TRY(apply, operation_of(work.operation));
  FEEDRATE_TRY(pictures, decoded(work));
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    Made made;
    FEEDRATE_TRY_STATUS(apply(pictures[i], made));
    const bool is_float = !made.values.empty();
    const auto& shape = is_float ? pictures[i].pixels.shape() : made.pixels.shape();
    std::string text =
        format("{} {} {} {}\n", shape.height, shape.width, shape.channels, is_float ? "float32" : "uint8");
    text.append(is_float ? reinterpret_cast<const char*>(made.values.data())
                         : reinterpret_cast<const char*>(made.pixels.values()),
                bytes_of(made));
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/{}.raw", folder, i), text));
  }
  return {};
}

}  // namespace feedrate::app
