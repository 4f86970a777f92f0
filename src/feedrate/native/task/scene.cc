#include "feedrate/native/task/scene.h"

#include <array>
#include <cmath>

namespace feedrate::native {
namespace {

struct Palette {
  Colour sky_top, sky_low, far, near;
};

constexpr std::array<Palette, 8> kPalettes = {{
    {{0.22F, 0.42F, 0.72F}, {0.68F, 0.80F, 0.90F}, {0.45F, 0.55F, 0.60F}, {0.28F, 0.38F, 0.16F}},  // clear day, meadow
    {{0.25F, 0.20F, 0.40F}, {0.95F, 0.60F, 0.35F}, {0.40F, 0.28F, 0.35F}, {0.18F, 0.13F, 0.12F}},  // dusk
    {{0.60F, 0.64F, 0.66F}, {0.80F, 0.82F, 0.82F}, {0.35F, 0.45F, 0.38F}, {0.14F, 0.24F, 0.10F}},  // overcast forest
    {{0.30F, 0.55F, 0.85F}, {0.85F, 0.82F, 0.72F}, {0.75F, 0.58F, 0.42F}, {0.80F, 0.62F, 0.38F}},  // desert
    {{0.45F, 0.55F, 0.70F}, {0.80F, 0.86F, 0.92F}, {0.65F, 0.72F, 0.80F}, {0.88F, 0.90F, 0.94F}},  // snow
    {{0.20F, 0.45F, 0.70F}, {0.70F, 0.82F, 0.86F}, {0.20F, 0.42F, 0.50F}, {0.10F, 0.28F, 0.36F}},  // sea
    {{0.70F, 0.62F, 0.50F}, {0.82F, 0.76F, 0.66F}, {0.55F, 0.42F, 0.30F}, {0.42F, 0.28F, 0.18F}},  // a room
    {{0.50F, 0.54F, 0.60F}, {0.72F, 0.74F, 0.78F}, {0.46F, 0.46F, 0.48F}, {0.32F, 0.32F, 0.33F}},  // a street
}};

float real(Draws& draws, double low, double high) { return static_cast<float>(draws.uniform(low, high)); }

Colour jitter(Colour colour, Draws& draws, double by) {
  return {colour.red * real(draws, 1 - by, 1 + by), colour.green * real(draws, 1 - by, 1 + by),
          colour.blue * real(draws, 1 - by, 1 + by)};
}

Light draw_light(Draws& draws) {
  const Light raw{real(draws, -1, 1), real(draws, -1, -0.3), real(draws, 0.4, 1)};
  const float length = std::sqrt(raw.x * raw.x + raw.y * raw.y + raw.z * raw.z);
  return {raw.x / length, raw.y / length, raw.z / length};
}

std::uint8_t level(float value) { return static_cast<std::uint8_t>(std::clamp(value * 255.0F + 0.5F, 0.0F, 255.0F)); }

// Sum of four 16-bit parts of one draw, as a bell curve with mean 0 and deviation 1.
float bell(std::uint64_t bits) {
  const auto sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
  return (static_cast<float>(sum) * 0x1.0p-16F - 2.0F) * 1.7320508F;
}

}  // namespace

void SceneMaker::make(std::uint64_t seed, std::uint64_t index, Image& out) {
  Draws draws(seed, 0, index);
  canvas_.reshape(kPhotoWidth, kPhotoHeight);
  const double zoom = draws.uniform(0.7, 1.4);
  noise_.fill({180 * zoom, 6, 0.5}, kPhotoWidth, kPhotoHeight, draws, clouds_);
  noise_.fill({60 * zoom, 5, 0.62}, kPhotoWidth, kPhotoHeight, draws, ground_);
  noise_.fill({6 * zoom, 2, 0.8}, kPhotoWidth, kPhotoHeight, draws, fine_);

  const Palette& palette = kPalettes[static_cast<std::size_t>(draws.below(static_cast<int>(kPalettes.size())))];
  sky_top_ = jitter(palette.sky_top, draws, 0.08);
  sky_low_ = jitter(palette.sky_low, draws, 0.06);
  far_ = jitter(palette.far, draws, 0.10);
  near_ = jitter(palette.near, draws, 0.12);
  horizon_ = real(draws, 0.2, 0.65) * kPhotoHeight;
  light_ = draw_light(draws);

  paint_sky(draws);
  paint_hills(draws);
  paint_things(draws);
  expose(draws, out);
}

void SceneMaker::paint_sky(Draws& draws) {
  const float cover = real(draws, -0.15, 0.35);
  const float density = real(draws, 0.2, 0.9);
  for (int y = 0; y < kPhotoHeight; ++y) {
    const Colour base = mix(sky_top_, sky_low_, std::min(1.0F, static_cast<float>(y) / horizon_));
    for (int x = 0; x < kPhotoWidth; ++x) {
      const std::size_t index = canvas_.index(x, y);
      const float cloud = density * smooth_step(cover, cover + 0.3F, clouds_[index]);
      const float thick = smooth_step(cover + 0.2F, cover + 0.7F, clouds_[index]);
      canvas_.at(index) = mix(base, mix(Colour{0.96F, 0.96F, 0.97F}, Colour{0.62F, 0.64F, 0.68F}, thick), cloud);
    }
  }
}

void SceneMaker::paint_hills(Draws& draws) {
  const int layers = 2 + draws.below(3);
  std::vector<float> ridge;
  for (int layer = 0; layer < layers; ++layer) {
    const float nearness = layers == 1 ? 1.0F : static_cast<float>(layer) / static_cast<float>(layers - 1);
    const float base = horizon_ + nearness * 0.45F * (kPhotoHeight - horizon_);
    const float swing = real(draws, 12, 70) * (1 - 0.5F * nearness);
    noise_.fill({draws.uniform(80, 220), 6, 0.45}, kPhotoWidth, 1, draws, ridge);
    const Colour colour = mix(far_, near_, nearness);
    const float contrast = 0.25F + 0.55F * nearness;
    const float relief = 0.5F + 2.5F * nearness;
    for (int x = 0; x < kPhotoWidth; ++x)
      ridge[static_cast<std::size_t>(x)] = base + swing * ridge[static_cast<std::size_t>(x)];
    for (int y = std::max(0, static_cast<int>(base - swing) - 1); y < kPhotoHeight; ++y) {
      for (int x = 0; x < kPhotoWidth; ++x) {
        const float part = std::clamp(static_cast<float>(y) - ridge[static_cast<std::size_t>(x)], 0.0F, 1.0F);
        if (part <= 0) continue;
        const std::size_t index = canvas_.index(x, y);
        // The slope of the ground towards the light.
        const std::size_t beside = canvas_.index(std::min(x + 2, kPhotoWidth - 1), y);
        const std::size_t below = canvas_.index(x, std::min(y + 2, kPhotoHeight - 1));
        const float slope =
            (ground_[beside] - ground_[index]) * light_.x + (ground_[below] - ground_[index]) * light_.y;
        const float shade = 1 + contrast * (0.7F * ground_[index] + 0.5F * fine_[index]) - relief * slope;
        canvas_.cover(index, colour * std::max(0.15F, shade), part);
      }
    }
  }
}

void SceneMaker::paint_things(Draws& draws) {
  const int things = 2 + draws.below(6);
  for (int i = 0; i < things; ++i) {
    Shape shape;
    shape.kind = static_cast<Shape::Kind>(draws.below(3));
    const float nearness = static_cast<float>(i + 1) / static_cast<float>(things);
    const float size = real(draws, 18, 45) + nearness * real(draws, 10, 60);
    shape.half_width = size * real(draws, 0.5, 1.2);
    shape.half_height = size * real(draws, 0.6, 1.4);
    shape.x = real(draws, 0, kPhotoWidth);
    shape.y = horizon_ + (kPhotoHeight - horizon_) * nearness * real(draws, 0.3, 1.0) - 0.4F * shape.half_height;
    if (shape.kind == Shape::Kind::kBoard) {
      const float turn = real(draws, -0.6, 0.6);
      shape.cosine = 1 / std::sqrt(1 + turn * turn);
      shape.sine = turn * shape.cosine;
    }
    const Colour any{real(draws, 0.1, 0.9), real(draws, 0.1, 0.8), real(draws, 0.1, 0.8)};
    shape.colour = mix(any, mix(near_, sky_low_, 0.4F), shape.kind == Shape::Kind::kWall ? 0.6F : 0.25F);
    shape.detail = shape.kind == Shape::Kind::kWall ? mix(sky_top_, Colour{0.1F, 0.12F, 0.15F}, 0.6F)
                                                    : jitter(shape.colour, draws, 0.6);
    shape.pitch = real(draws, 9, 26);
    shape.grain = real(draws, 0.05, 0.35);
    paint_shadow(shape, light_, canvas_);
    paint_shape(shape, light_, draws.below(2) == 0 ? ground_ : fine_, canvas_);
  }
}

void SceneMaker::expose(Draws& draws, Image& out) {
  out.reshape(kPhotoWidth, kPhotoHeight);
  const float gain = real(draws, 0.85, 1.15);
  const float falloff = real(draws, 0.05, 0.35);
  const float grain = real(draws, 0.007, 0.017);
  constexpr float kCentreX = kPhotoWidth / 2.0F;
  constexpr float kCentreY = kPhotoHeight / 2.0F;
  constexpr float kCorner = kCentreX * kCentreX + kCentreY * kCentreY;
  for (int y = 0; y < kPhotoHeight; ++y) {
    std::uint8_t* to = out.row(y);
    for (int x = 0; x < kPhotoWidth; ++x, to += kChannels) {
      const float dx = static_cast<float>(x) - kCentreX;
      const float dy = static_cast<float>(y) - kCentreY;
      const float lens = gain * (1 - falloff * (dx * dx + dy * dy) / kCorner);
      const Colour colour = canvas_.at(canvas_.index(x, y)) * lens;
      // Mostly brightness, a little colour, as cameras leave it.
      const std::uint64_t bits = draws.next();
      const float bright = grain * bell(bits);
      to[0] = level(colour.red + bright + grain * 0.4F * bell(mix_bits(bits)));
      to[1] = level(colour.green + bright);
      to[2] = level(colour.blue + bright + grain * 0.4F * bell(mix_bits(bits + 1)));
    }
  }
}

}  // namespace feedrate::native
