#include "feedrate/app/native/operation.h"

#include <memory>
#include <type_traits>
#include <utility>

#include "feedrate/native/transform/affine.h"
#include "feedrate/native/transform/autocontrast.h"
#include "feedrate/native/transform/brightness.h"
#include "feedrate/native/transform/color_jitter.h"
#include "feedrate/native/transform/contrast.h"
#include "feedrate/native/transform/equalize.h"
#include "feedrate/native/transform/gamma.h"
#include "feedrate/native/transform/gaussian_blur.h"
#include "feedrate/native/transform/grayscale.h"
#include "feedrate/native/transform/invert.h"
#include "feedrate/native/transform/jpeg_round_trip.h"
#include "feedrate/native/transform/mirror.h"
#include "feedrate/native/transform/mixup.h"
#include "feedrate/native/transform/normalise.h"
#include "feedrate/native/transform/placed.h"
#include "feedrate/native/transform/posterize.h"
#include "feedrate/native/transform/resize.h"
#include "feedrate/native/transform/solarize.h"
#include "feedrate/native/transform/transpose.h"

namespace feedrate::app {
namespace {

using native::Array;
using native::ArrayView;

// Of one picture, into another.
template <class Make>
Transform of_pixels(Make make) {
  return [make](const Picture& from, Made& to) {
    make(from.pixels.view(), to.pixels);
    return Status();
  };
}

// The same levels for every picture: native::Levels or native::Bits.
template <class Levels>
Transform by_levels(const Levels& levels) {
  return of_pixels([levels](ArrayView from, Array& to) { native::map_levels(from, levels, to); });
}

native::Box part_of(const std::array<double, 4>& share, const native::ArrayShape& shape) {
  return native::box_of({share[0], share[1], share[2], share[3]}, shape);
}

native::Levels as_they_are() {
  native::Levels out;
  for (std::size_t level = 0; level < out.size(); ++level) out[level] = static_cast<std::uint8_t>(level);
  return out;
}

native::Levels moved_by(int by) {
  native::Levels out;
  for (std::size_t level = 0; level < out.size(); ++level)
    out[level] = native::level_of(static_cast<double>(level) + by);
  return out;
}

// What there is natively: one operator for each operation. The others of the catalogue have none.
struct Row {
  int channels;

  // Colours are of three channels.
  template <class Make>
  Expected<Transform> of_colours(const char* name, Make make) const {
    if (channels != native::kChannels)
      return input_error(format("{} is of colour pictures, and these have {} channels", name, channels));
    return of_pixels(make);
  }

  [[nodiscard]] Expected<Transform> jittered(const char* name, const native::ColorJitter& jitter) const {
    return of_colours(name, [=](ArrayView from, Array& to) { native::color_jitter(from, jitter, to); });
  }
  [[nodiscard]] static Transform moved(const native::Affine& move) {
    return of_pixels([=](ArrayView from, Array& to) { native::affine(from, move, to); });
  }
  [[nodiscard]] Expected<Transform> normalised(const native::Normalise& wanted) const {
    FEEDRATE_TRY_STATUS(native::check(wanted, channels));
    return Transform([linear = native::linear_of(wanted)](const Picture& from, Made& to) {
      native::normalise(from.pixels.view(), linear, to.values);
      return Status();
    });
  }

  Expected<Transform> operator()(const contract::HorizontalFlip& flip) const {
    if (flip.probability != 1)
      return input_error("horizontal_flip: transforms do the same to every sample: write probability: 1");
    return of_pixels(native::mirror);
  }
  Expected<Transform> operator()(const contract::Normalize& normalize) const {
    return normalised({normalize.mean, normalize.std});
  }
  Expected<Transform> operator()(const contract::ToFloat& /*all there is*/) const {
    const auto all = static_cast<std::size_t>(channels);
    return normalised({std::vector<double>(all, 0), std::vector<double>(all, 1)});
  }
  Expected<Transform> operator()(const contract::CenterCrop& crop) const {
    return of_pixels([=](ArrayView from, Array& to) { native::center_crop(from, crop.size[0], crop.size[1], to); });
  }
  Expected<Transform> operator()(const contract::Crop& crop) const {
    return of_pixels([=](ArrayView from, Array& to) { native::crop(from, part_of(crop.box, from.shape), to); });
  }
  Expected<Transform> operator()(const contract::CropResize& crop) const {
    if (!crop.antialias) return input_error("crop_resize: the native one always antialiases");
    return of_pixels([=, resizer = std::make_shared<native::Resizer>()](ArrayView from, Array& to) {
      native::resize(from, part_of(crop.box, from.shape), crop.size[1], crop.size[0], *resizer, to);
    });
  }
  Expected<Transform> operator()(const contract::HalfTurn& /*all there is*/) const {
    return of_pixels(native::half_turn);
  }
  Expected<Transform> operator()(const contract::Resize& resize) const {
    if (!resize.antialias) return input_error("resize: the native one always antialiases");
    return of_pixels([=, resizer = std::make_shared<native::Resizer>()](ArrayView from, Array& to) {
      native::resize(from, resize.size[1], resize.size[0], *resizer, to);
    });
  }
  Expected<Transform> operator()(const contract::VerticalFlip& /*all there is*/) const {
    return of_pixels(native::vertical_flip);
  }
  Expected<Transform> operator()(const contract::Transpose& /*all there is*/) const {
    return of_pixels(native::transpose);
  }
  Expected<Transform> operator()(const contract::Pad& pad) const {
    return of_pixels(
        [=](ArrayView from, Array& to) { native::pad(from, pad.border, static_cast<std::uint8_t>(pad.value), to); });
  }
  Expected<Transform> operator()(const contract::Brightness& brightness) const {
    return by_levels(native::brightness(brightness.factor));
  }
  Expected<Transform> operator()(const contract::Contrast& contrast) const {
    return of_pixels([=](ArrayView from, Array& to) {
      native::map_levels(from, native::contrast(contrast.factor, native::mean_grey(from)), to);
    });
  }
  Expected<Transform> operator()(const contract::ColorJitter& jitter) const {
    return jittered("color_jitter", {jitter.brightness, jitter.contrast, jitter.saturation, jitter.hue});
  }
  Expected<Transform> operator()(const contract::Saturation& saturation) const {
    return jittered("saturation", {1, 1, saturation.factor, 0});
  }
  Expected<Transform> operator()(const contract::Hue& hue) const { return jittered("hue", {1, 1, 1, hue.turn}); }
  Expected<Transform> operator()(const contract::ShiftRgb& shift) const {
    const std::array<native::Levels, 3> levels = {moved_by(shift.by[0]), moved_by(shift.by[1]), moved_by(shift.by[2])};
    return of_colours("shift_rgb", [=](ArrayView from, Array& to) { native::map_levels(from, levels, to); });
  }
  Expected<Transform> operator()(const contract::DropChannel& drop) const {
    if (drop.channel >= channels)
      return input_error(format("drop_channel is of channel {}, and these have {}, from 0", drop.channel, channels));
    std::vector<native::Levels> levels(static_cast<std::size_t>(channels), as_they_are());
    levels[static_cast<std::size_t>(drop.channel)].fill(0);
    return of_pixels([=](ArrayView from, Array& to) { native::map_levels(from, levels, to); });
  }
  Expected<Transform> operator()(const contract::Grayscale& /*all there is*/) const {
    return of_colours("grayscale", native::grayscale);
  }
  Expected<Transform> operator()(const contract::Invert& /*all there is*/) const { return by_levels(native::invert()); }
  Expected<Transform> operator()(const contract::Solarize& solarize) const {
    return by_levels(native::solarize(solarize.threshold));
  }
  Expected<Transform> operator()(const contract::Posterize& posterize) const {
    return by_levels(native::posterize(posterize.bits));
  }
  Expected<Transform> operator()(const contract::Equalize& /*all there is*/) const {
    return of_pixels([](ArrayView from, Array& to) {
      std::vector<native::Levels> levels;
      for (const auto& found : native::histograms(from)) levels.push_back(native::equalize(found));
      native::map_levels(from, levels, to);
    });
  }
  Expected<Transform> operator()(const contract::Autocontrast& /*all there is*/) const {
    return of_pixels([](ArrayView from, Array& to) {
      std::vector<native::Levels> levels;
      for (const auto& found : native::level_ranges(from)) levels.push_back(native::autocontrast(found));
      native::map_levels(from, levels, to);
    });
  }
  Expected<Transform> operator()(const contract::Gamma& gamma) const { return by_levels(native::gamma(gamma.gamma)); }
  Expected<Transform> operator()(const contract::GaussianBlur& blur) const {
    return of_pixels([keeps = std::make_shared<native::Blur>(blur.size, blur.sigma)](ArrayView from, Array& to) {
      (*keeps)(from, to);
    });
  }
  Expected<Transform> operator()(const contract::Affine& affine) const {
    return moved({affine.angle, affine.scale, affine.shear, affine.translate[0], affine.translate[1]});
  }
  Expected<Transform> operator()(const contract::Rotate& rotate) const { return moved({rotate.angle}); }
  Expected<Transform> operator()(const contract::Zoom& zoom) const { return moved({0, zoom.scale}); }
  Expected<Transform> operator()(const contract::Shear& shear) const { return moved({0, 1, shear.angle}); }
  Expected<Transform> operator()(const contract::Translate& translate) const {
    return moved({0, 1, 0, translate.by[0], translate.by[1]});
  }
  Expected<Transform> operator()(const contract::Erase& erase) const {
    return of_pixels([=](ArrayView from, Array& to) {
      native::erase(from, part_of(erase.box, from.shape), static_cast<std::uint8_t>(erase.value), to);
    });
  }
  Expected<Transform> operator()(const contract::Jpeg& jpeg) const {
    if (channels != native::kChannels)
      return input_error(format("jpeg is of colour pictures, and these have {} channels", channels));
    return Transform([keeps = std::make_shared<native::JpegRoundTrip>(jpeg.quality)](const Picture& from, Made& to) {
      return (*keeps)(from.pixels.view(), to.pixels);
    });
  }
  Expected<Transform> operator()(const contract::Mixup& mixup) const {
    return Transform([=](const Picture& from, Made& to) {
      native::mixup(from.pixels.view(), from.other.view(), mixup.share, to.pixels);
      return Status();
    });
  }
  Expected<Transform> operator()(const contract::Cutmix& cutmix) const {
    return Transform([=](const Picture& from, Made& to) {
      const auto view = from.pixels.view();
      native::cutmix(view, from.other.view(), part_of(cutmix.box, view.shape), to.pixels);
      return Status();
    });
  }
};

template <class T>
constexpr bool kHas = std::is_invocable_v<const Row&, const T&>;

template <std::size_t... I>
std::vector<std::string> those_there_are(std::index_sequence<I...> /*of the catalogue*/) {
  std::vector<std::string> out;
  const auto take = [&](bool has, const char* name) {
    if (has) out.emplace_back(name);
  };
  (take(kHas<std::variant_alternative_t<I, contract::Operation>>, Alternatives<contract::Operation>::names[I]), ...);
  return out;
}

}  // namespace

Expected<Transform> operation_of(const contract::Operation& operation, int channels) {
  return std::visit(
      [&](const auto& each) -> Expected<Transform> {
        if constexpr (kHas<std::decay_t<decltype(each)>>)
          return Row{channels}(each);
        else
          return input_error(format("native has no transform {}", contract::name_of_operation(operation)));
      },
      operation);
}

std::vector<std::string> native_transforms() {
  return those_there_are(std::make_index_sequence<std::variant_size_v<contract::Operation>>());
}

}  // namespace feedrate::app
