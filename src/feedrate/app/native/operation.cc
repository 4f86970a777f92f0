#include "feedrate/app/native/operation.h"

#include <memory>

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

// The same table for every picture.
Transform by_levels(const native::Levels& levels) {
  return of_pixels([levels](ArrayView from, Array& to) { native::map_levels(from, levels, to); });
}

native::ShareBox share_of(const std::array<double, 4>& box) { return {box[0], box[1], box[2], box[3]}; }

struct Row {
  int channels;

  // Colours are of three channels.
  template <class Make>
  Expected<Transform> of_colours(const char* name, Make make) const {
    if (channels != native::kChannels)
      return input_error(format("{} is of colour pictures, and these have {} channels", name, channels));
    return of_pixels(make);
  }

  Expected<Transform> operator()(const contract::Decode& /*of bytes*/) const {
    return input_error("decode is no transform: it begins with bytes");
  }
  Expected<Transform> operator()(const contract::RandomResizedCrop& /*random*/) const {
    return input_error(
        "random_resized_crop takes another part of every sample; transforms do the same to each: use resize or "
        "center_crop");
  }
  Expected<Transform> operator()(const contract::HorizontalFlip& flip) const {
    if (flip.probability != 1)
      return input_error("horizontal_flip: transforms do the same to every sample: write probability: 1");
    return of_pixels(native::mirror);
  }
  Expected<Transform> operator()(const contract::Normalize& normalize) const {
    const native::Normalise wanted{normalize.mean, normalize.std};
    FEEDRATE_TRY_STATUS(native::check(wanted, channels));
    return Transform([linear = native::linear_of(wanted)](const Picture& from, Made& to) {
      native::normalise(from.pixels.view(), linear, to.values);
      return Status();
    });
  }
  Expected<Transform> operator()(const contract::CenterCrop& crop) const {
    return of_pixels([=](ArrayView from, Array& to) { native::center_crop(from, crop.size[0], crop.size[1], to); });
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
    const native::ColorJitter wanted{jitter.brightness, jitter.contrast, jitter.saturation, jitter.hue};
    return of_colours("color_jitter", [=](ArrayView from, Array& to) { native::color_jitter(from, wanted, to); });
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
    const native::Affine wanted{affine.angle, affine.scale, affine.shear, affine.translate[0], affine.translate[1]};
    return of_pixels([=](ArrayView from, Array& to) { native::affine(from, wanted, to); });
  }
  Expected<Transform> operator()(const contract::Erase& erase) const {
    return of_pixels([=](ArrayView from, Array& to) {
      native::erase(from, native::box_of(share_of(erase.box), from.shape), static_cast<std::uint8_t>(erase.value), to);
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
      native::cutmix(view, from.other.view(), native::box_of(share_of(cutmix.box), view.shape), to.pixels);
      return Status();
    });
  }
};

}  // namespace

Expected<Transform> operation_of(const contract::Operation& operation, int channels) {
  return std::visit(Row{channels}, operation);
}

}  // namespace feedrate::app
