#include "feedrate/app/native/probe_set.h"

#include <cmath>
#include <vector>

#include "feedrate/contract/probe/probe_set.h"
#include "feedrate/host/files.h"
#include "feedrate/native/media/image.h"
#include "feedrate/native/media/jpeg/encode.h"
#include "feedrate/native/media/png/encode.h"
#include "feedrate/native/task/write_file.h"

namespace feedrate::app {
namespace {

namespace probe = contract::probe;

constexpr int kClasses = 2;
constexpr int kQuality = 98;  // every colour by itself: decoders differ in how they share it

void paint(int number, native::Image& image) {
  const auto [width, height] = probe::extent_of(number);
  image.reshape(width, height);
  for (int y = 0; y < height; ++y) {
    std::uint8_t* out = image.row(y);
    for (int x = 0; x < width; ++x)
      for (const double level : probe::pixel_at(number, x, y)) *out++ = static_cast<std::uint8_t>(std::lround(level));
  }
}

}  // namespace

Status make_probe_set(const std::string& folder, native::PhotoFormat format) {
  const bool is_png = format == native::PhotoFormat::kPng;
  native::JpegEncoder encoder;
  native::Image image;
  std::vector<std::uint8_t> bytes;
  for (int number = 0; number < kClasses; ++number)
    FEEDRATE_TRY_STATUS(host::make_folders(feedrate::format("{}/class-{}", folder, number)));
  for (int number = 0; number < probe::kPictures; ++number) {
    paint(number, image);
    FEEDRATE_TRY_STATUS(is_png ? native::encode_png(image.view(), bytes)
                               : encoder.encode(image.view(), kQuality, bytes, native::HuffmanTables::kStandard,
                                                native::Subsampling::k444));
    const std::string path =
        feedrate::format("{}/class-{}/{:02}{}", folder, number % kClasses, number, is_png ? ".png" : ".jpg");
    FEEDRATE_TRY_STATUS(native::write_whole_file(path, bytes));
  }
  return {};
}

}  // namespace feedrate::app
