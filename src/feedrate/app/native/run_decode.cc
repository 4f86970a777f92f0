#include "feedrate/app/native/run_decode.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/sample_kinds.h"
#include "feedrate/host/files.h"
#include "feedrate/native/media/ffmpeg/video.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/png/decode.h"
#include "feedrate/native/pipeline/ticket_threads.h"
#include "feedrate/native/storage/sample_files.h"

namespace feedrate::app {
namespace {

// What a sample became: dimensions and values, valid until the next one.
struct Decoded {
  std::vector<int> shape;
  std::span<const std::uint8_t> values;
};
// One a thread. `round`: how often the sample was decoded before.
using Decode = std::function<Expected<Decoded>(std::span<const std::uint8_t> bytes, std::uint64_t round)>;

// Every time another part of a video, in steps that lie everywhere between two frames that need no other. All subjects
// take the same.
std::int64_t first_frame(std::uint64_t round, std::int64_t count, int frames) {
  const auto choices = static_cast<std::uint64_t>(count - frames + 1);
  return static_cast<std::int64_t>((round * 61 + 17) % choices);
}

Expected<Decode> video_decoder(const contract::Video& media, const contract::Decode& how) {
  const auto seek = how.seek == contract::Seek::kApproximate ? native::Seek::kApproximate : native::Seek::kExact;
  FEEDRATE_TRY(made, native::VideoDecoder::make(seek));
  struct Desk {
    native::VideoDecoder decoder;
    native::Clip clip = {};
  };
  auto desk = std::make_shared<Desk>(Desk{std::move(made)});
  return Decode(
      [desk, frames = media.frames](std::span<const std::uint8_t> bytes, std::uint64_t round) -> Expected<Decoded> {
        auto& [decoder, clip] = *desk;
        FEEDRATE_TRY(count, decoder.open(bytes));
        if (count < frames) return failure(format("the video has {} frames, and a clip {}", count, frames));
        FEEDRATE_TRY_STATUS(decoder.decode(first_frame(round, count, frames), frames, clip));
        return Decoded{{clip.frames, clip.height, clip.width, 3}, clip.pixels};
      });
}

// Of JPEG or PNG.
template <class Decoder>
Decode photo_decoder(Decoder made) {
  struct Desk {
    Decoder decoder;
    native::Image image;
  };
  return [desk = std::make_shared<Desk>(Desk{std::move(made), {}})](std::span<const std::uint8_t> bytes,
                                                                    std::uint64_t /*round*/) -> Expected<Decoded> {
    auto& [decoder, image] = *desk;
    FEEDRATE_TRY_STATUS(decoder.decode(bytes, image));
    const auto size = static_cast<std::size_t>(image.height()) * static_cast<std::size_t>(image.width());
    return Decoded{{image.height(), image.width(), native::kChannels},
                   {image.view().pixels, size * static_cast<std::size_t>(native::kChannels)}};
  };
}

Expected<Decode> decoder_of(const contract::DecodeWork& work, NativeMode mode) {
  const bool is_fast = mode == NativeMode::kFast;
  if (is_fast && work.decode.format != contract::SampleFormat::kJpeg)
    return input_error("native-fast is a way to decode jpeg");
  const auto* video = std::get_if<contract::Video>(&work.media);
  const bool is_video = work.decode.format == contract::SampleFormat::kVideo;
  if (video != nullptr && is_video) return video_decoder(*video, work.decode);
  const bool is_rgb = std::holds_alternative<contract::Rgb>(work.media);
  if (is_rgb && work.decode.format == contract::SampleFormat::kJpeg)
    return photo_decoder(native::JpegDecoder(is_fast ? native::JpegWay::kFast : native::JpegWay::kAccurate));
  if (is_rgb && work.decode.format == contract::SampleFormat::kPng) return photo_decoder(native::PngDecoder());
  return input_error("the native decoder does photos (rgb) from jpeg and png and clips (video) from video files");
}

struct Encoded {
  std::vector<std::string> names;
  std::vector<std::vector<std::uint8_t>> bytes;
};

Expected<Encoded> read_all(const contract::DecodeWork& work) {
  FEEDRATE_TRY(files, native::SampleFiles::open(work.data.uri, kind_of(work.decode.format)));
  const auto limit = static_cast<std::size_t>(work.data.items.value_or(0));
  const std::size_t count = limit == 0 ? files.count() : std::min(limit, files.count());
  Encoded out;
  out.bytes.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    out.names.push_back(files.name(i));
    FEEDRATE_TRY_STATUS(files.read(i, out.bytes[i]));
  }
  return out;
}

Unexpected broken(const std::string& name, Error error) { return while_doing(std::move(error), "decoding " + name); }

}  // namespace

Status run_decode(const contract::SubjectOrder& order, const contract::DecodeWork& work,
                  const std::string& marks_folder) {
  FEEDRATE_TRY(marks, MarksFile::open(marks_folder, order.cells.front().id));
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kStarted));
  const auto& settings = order.cells.front().what.settings;
  std::vector<Decode> decoders;
  for (int i = 0; i < settings.workers; ++i) {
    FEEDRATE_TRY(decoder, decoder_of(work, mode_of(order.subject)));
    decoders.push_back(std::move(decoder));
  }
  FEEDRATE_TRY(encoded, read_all(work));
  FEEDRATE_TRY_STATUS(marks->cost());
  std::atomic<std::uint64_t> bytes = 0;
  const std::uint64_t items = encoded.bytes.size();
  const auto decode_one = [&](std::uint64_t ticket, std::size_t thread) -> Status {
    const std::size_t item = ticket % items;
    auto made = decoders[thread](encoded.bytes[item], ticket / items);
    if (!made) return broken(encoded.names[item], made.error());
    bytes += made->values.size();
    marks->count_sample();
    return {};
  };
  const auto batch = static_cast<std::uint64_t>(settings.batch);
  const std::uint64_t ahead = batch * static_cast<std::uint64_t>(settings.workers * settings.prefetch);
  FEEDRATE_TRY(threads, native::TicketThreads::start(settings.workers, ahead, decode_one));
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kReady));
  std::uint64_t counted = 0;
  for (std::uint64_t batches = 1; !marks->should_stop(); ++batches) {
    FEEDRATE_TRY_STATUS(threads->wait_for(batches * batch));
    const std::uint64_t now = bytes;
    FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(batch), now - counted));
    counted = now;
  }
  return marks->phase(contract::marks::Phase::kEnding);
}

Status apply_decode(const contract::DecodeWork& work, const std::string& folder, NativeMode mode) {
  FEEDRATE_TRY(decode, decoder_of(work, mode));
  FEEDRATE_TRY(encoded, read_all(work));
  for (std::size_t i = 0; i < encoded.bytes.size(); ++i) {
    auto made = decode(encoded.bytes[i], 0);
    if (!made) return broken(encoded.names[i], made.error());
    std::string text;
    for (const int size : made->shape) text += format("{} ", size);
    text += "uint8\n";
    text.append(reinterpret_cast<const char*>(made->values.data()), made->values.size());
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/{}.raw", folder, i), text));
  }
  return {};
}

}  // namespace feedrate::app
