#include "feedrate/app/native/run_transform.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/operation.h"
#include "feedrate/host/files.h"
#include "feedrate/native/media/ffmpeg/video.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/npy/decode.h"
#include "feedrate/native/storage/sample_files.h"
#include "feedrate/native/transform/mirror.h"

namespace feedrate::app {
namespace {

// Samples whose results are left for the agent to compare.
constexpr std::size_t kResults = 2;
// Between looks whether it is still held.
constexpr std::chrono::milliseconds kHeldLook(1);

bool takes_two(const contract::Operation& operation) {
  return std::holds_alternative<contract::Mixup>(operation) || std::holds_alternative<contract::Cutmix>(operation);
}

// The frames of a clip; of everything else one.
using Sample = std::vector<Picture>;

void keep(native::ImageView pixels, Sample& out) {
  auto& to = out.emplace_back().pixels;
  to.reshape({pixels.height, pixels.width, pixels.channels});
  for (int y = 0; y < pixels.height; ++y) std::memcpy(to.row(y), pixels.row(y), to.shape().row_bytes());
}

// Bytes of a file to a sample. One for all files of a medium.
using DecodeSample = std::function<Status(std::span<const std::uint8_t>, Sample&)>;

struct DecoderOf {
  Expected<DecodeSample> operator()(const contract::Rgb& /*all there is*/) const {
    struct Desk {
      native::JpegDecoder decoder;
      native::Image image;
    };
    return DecodeSample([desk = std::make_shared<Desk>()](std::span<const std::uint8_t> bytes, Sample& out) -> Status {
      FEEDRATE_TRY_STATUS(desk->decoder.decode(bytes, desk->image));
      keep(desk->image.view(), out);
      return {};
    });
  }
  Expected<DecodeSample> operator()(const contract::Multichannel& media) const {
    return DecodeSample([channels = media.channels](std::span<const std::uint8_t> bytes, Sample& out) -> Status {
      FEEDRATE_TRY(array, native::view_npy(bytes));
      if (array.channels != channels)
        return failure(format("the array has {} channels; expected {}", array.channels, channels));
      keep(array, out);
      return {};
    });
  }
  Expected<DecodeSample> operator()(const contract::Video& media) const {
    FEEDRATE_TRY(decoder, native::VideoDecoder::make(native::Seek::kExact));
    return DecodeSample([video = std::make_shared<native::VideoDecoder>(std::move(decoder)), frames = media.frames](
                            std::span<const std::uint8_t> bytes, Sample& out) -> Status {
      FEEDRATE_TRY_STATUS(video->open(bytes));
      native::Clip clip;
      FEEDRATE_TRY_STATUS(video->decode(0, frames, clip));
      for (int i = 0; i < frames; ++i) keep(clip.frame(i), out);
      return {};
    });
  }
  Expected<DecodeSample> operator()(const contract::Tokens& /*no pictures*/) const {
    return input_error("there are no operations on tokens");
  }
};

native::SampleKind files_of(const contract::Media& media) {
  if (std::holds_alternative<contract::Video>(media)) return native::SampleKind::kVideos;
  return std::holds_alternative<contract::Multichannel>(media) ? native::SampleKind::kArrays
                                                               : native::SampleKind::kPhotos;
}

int channels_of(const contract::Media& media) {
  const auto* arrays = std::get_if<contract::Multichannel>(&media);
  return arrays != nullptr ? arrays->channels : native::kChannels;
}

Expected<std::vector<Sample>> decoded(const contract::TransformWork& work) {
  FEEDRATE_TRY(decode, std::visit(DecoderOf{}, work.media));
  FEEDRATE_TRY(files, native::SampleFiles::open(work.data.uri, files_of(work.media)));
  const auto limit = static_cast<std::size_t>(work.data.items.value_or(0));
  std::vector<Sample> out(limit == 0 ? files.count() : std::min(limit, files.count()));
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < out.size(); ++i) {
    FEEDRATE_TRY_STATUS(files.read(i, bytes));
    if (auto status = decode(bytes, out[i]); !status)
      return while_doing(std::move(status).error(), "decoding " + files.name(i));
    if (takes_two(work.operation))
      for (auto& frame : out[i]) native::half_turn(frame.pixels.view(), frame.other);
  }
  return out;
}

// Every frame into memory of its own: a clip must be whole.
Status apply_to(const Transform& apply, const Sample& sample, std::vector<Made>& made) {
  if (made.size() < sample.size()) made.resize(sample.size());
  for (std::size_t i = 0; i < sample.size(); ++i) FEEDRATE_TRY_STATUS(apply(sample[i], made[i]));
  return {};
}

std::size_t bytes_of(const Made& made) {
  return made.values.empty() ? made.pixels.shape().bytes() : made.values.size() * sizeof(float);
}

// What it makes of the first samples, into files NUMBER.raw: a line "HEIGHT WIDTH CHANNELS uint8|float32" (of clips
// FRAMES before that), and the values.
Status write_results(const Transform& apply, std::span<const Sample> samples, bool is_clip, const std::string& folder,
                     std::size_t number = 0) {
  FEEDRATE_TRY_STATUS(host::make_folders(folder));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    std::vector<Made> all;
    FEEDRATE_TRY_STATUS(apply_to(apply, samples[i], all));
    const bool is_float = !all.front().values.empty();
    const auto& shape = is_float ? samples[i].front().pixels.shape() : all.front().pixels.shape();
    std::string text = is_clip ? format("{} ", all.size()) : "";
    text += format("{} {} {} {}\n", shape.height, shape.width, shape.channels, is_float ? "float32" : "uint8");
    for (auto& made : all)
      text.append(is_float ? reinterpret_cast<const char*>(made.values.data())
                           : reinterpret_cast<const char*>(made.pixels.values()),
                  bytes_of(made));
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/{}.raw", folder, number + i), text));
  }
  return {};
}

// In its place.
void turn(Sample& sample) {
  for (auto& frame : sample)
    for (auto* pixels : {&frame.pixels, &frame.other}) {
      if (pixels->shape().bytes() == 0) continue;
      native::Array turned;
      native::half_turn(pixels->view(), turned);
      std::memcpy(pixels->values(), turned.values(), turned.shape().bytes());
    }
}

bool is_clip(const contract::TransformWork& work) { return std::holds_alternative<contract::Video>(work.media); }

}  // namespace

Status run_transform(const contract::SubjectOrder& order, const contract::TransformWork& work,
                     const std::string& marks_folder) {
  FEEDRATE_TRY(marks, MarksFile::open(marks_folder, order.cells.front().id));
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kStarted));
  FEEDRATE_TRY(apply, operation_of(work.operation, channels_of(work.media)));
  FEEDRATE_TRY(samples, decoded(work));
  FEEDRATE_TRY_STATUS(marks->cost());
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kReady));
  // Others are importing their libraries still.
  while (host::exists(marks_folder + "/hold")) std::this_thread::sleep_for(kHeldLook);
  const auto batch = static_cast<std::size_t>(order.cells.front().what.settings.batch);
  std::vector<Made> made;
  for (std::size_t at = 0; !marks->should_stop();) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < batch; ++i, at = (at + 1) % samples.size()) {
      FEEDRATE_TRY_STATUS(apply_to(apply, samples[at], made));
      bytes += bytes_of(made.front()) * samples[at].size();
      marks->count_sample();
    }
    FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(batch), bytes));
  }
  const std::span first(samples.data(), std::min(kResults, samples.size()));
  FEEDRATE_TRY_STATUS(write_results(apply, first, is_clip(work), marks_folder + "/made"));
  // And of the first one turned in its place: who keeps answers gives the old one.
  turn(first.front());
  FEEDRATE_TRY_STATUS(write_results(apply, first.first(1), is_clip(work), marks_folder + "/made", first.size()));
  return marks->phase(contract::marks::Phase::kEnding);
}

Status apply_transform(const contract::TransformWork& work, const std::string& folder) {
  FEEDRATE_TRY(apply, operation_of(work.operation, channels_of(work.media)));
  FEEDRATE_TRY(samples, decoded(work));
  return write_results(apply, samples, is_clip(work), folder);
}

}  // namespace feedrate::app
