#include "feedrate/native/task/photos.h"

#include <charconv>
#include <limits>
#include <memory>

#include "feedrate/native/task/photo_file.h"

namespace feedrate::native {
namespace {

constexpr int kMostSide = 16384;

std::optional<int> number_in(std::string_view text, int low, int high) {
  int out = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (code != std::errc() || end != text.data() + text.size() || out < low || out > high) return {};
  return out;
}

const char* name_of(Subsampling subsampling) {
  switch (subsampling) {
    case Subsampling::k420:
      return "420";
    case Subsampling::k422:
      return "422";
    case Subsampling::k444:
      return "444";
  }
  return "";
}

}  // namespace

std::string PhotoStyle::name() const {
  if (is_usual()) return "photos";
  std::string out = format == PhotoFormat::kPng ? "photos-png" : "photos";
  out += feedrate::format("-{}x{}", width, height);
  if (format == PhotoFormat::kPng) return out;
  return out + feedrate::format("-quality-{}-{}", quality.value_or(kUsualQuality), name_of(subsampling));
}

Expected<PhotoStyle> photo_style(const std::optional<std::string>& format, const std::optional<std::string>& size,
                                 const std::optional<std::string>& quality,
                                 const std::optional<std::string>& subsampling) {
  PhotoStyle out;
  if (format && *format != "jpeg" && *format != "png")
    return input_error(feedrate::format("format is {}; expected jpeg or png", *format));
  if (format == "png") out.format = PhotoFormat::kPng;
  if (size) {
    const auto by = size->find('x');
    const auto width = number_in(std::string_view(*size).substr(0, by), 1, kMostSide);
    const auto height =
        by == std::string::npos ? std::nullopt : number_in(std::string_view(*size).substr(by + 1), 1, kMostSide);
    if (!width || !height)
      return input_error(feedrate::format("size is {}; expected WIDTHxHEIGHT, such as 1000x750", *size));
    out.width = *width;
    out.height = *height;
  }
  if (out.format == PhotoFormat::kPng && (quality || subsampling))
    return input_error("quality and subsampling are of JPEG, not of PNG");
  if (quality) {
    out.quality = number_in(*quality, 1, 100);
    if (!out.quality) return input_error(feedrate::format("quality is {}; expected 1 .. 100", *quality));
  }
  if (subsampling) {
    if (*subsampling == "444")
      out.subsampling = Subsampling::k444;
    else if (*subsampling == "422")
      out.subsampling = Subsampling::k422;
    else if (*subsampling != "420")
      return input_error(feedrate::format("subsampling is {}; expected 420, 422 or 444", *subsampling));
  }
  return out;
}

Expected<DatasetMade> make_photos(const Photos& photos, const Progress& progress) {
  const auto maker = [&] {
    return [photo = std::make_shared<PhotoFile>(photos.seed, photos.style)](std::uint64_t index) {
      return photo->make(index);
    };
  };
  const bool is_usual = photos.style.is_usual();
  return make_files({photos.folder,
                     {photos.style.name(), 1, photos.seed, photos.count},
                     photos.threads,
                     photos.style.format == PhotoFormat::kPng ? ".png" : ".jpg",
                     is_usual ? kLeastPhotoBytes : 1,
                     is_usual ? kMostPhotoBytes : std::numeric_limits<std::uint64_t>::max()},
                    maker, progress);
}

}  // namespace feedrate::native
