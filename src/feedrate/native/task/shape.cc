#include "feedrate/native/task/shape.h"

#include <cmath>

namespace feedrate::native {
namespace {

struct Place {
  float u = 0;  // in the shape's own directions, from its centre, in pixels
  float v = 0;
};

Place place_of(const Shape& shape, float x, float y) {
  const float dx = x - shape.x;
  const float dy = y - shape.y;
  return {dx * shape.cosine + dy * shape.sine, dy * shape.cosine - dx * shape.sine};
}

// Pixels from the outline, negative inside; near enough to the true distance for edges one pixel wide.
float distance(const Shape& shape, Place at) {
  if (shape.kind == Shape::Kind::kBall) {
    const float u = at.u / shape.half_width;
    const float v = at.v / shape.half_height;
    return (std::sqrt(u * u + v * v) - 1) * std::min(shape.half_width, shape.half_height);
  }
  return std::max(std::abs(at.u) - shape.half_width, std::abs(at.v) - shape.half_height);
}

struct Bounds {
  int left, top, right, bottom;
};

Bounds bounds(const Shape& shape, float margin, const Canvas& canvas) {
  const float reach_x = std::abs(shape.cosine) * shape.half_width + std::abs(shape.sine) * shape.half_height + margin;
  const float reach_y = std::abs(shape.sine) * shape.half_width + std::abs(shape.cosine) * shape.half_height + margin;
  return {std::max(0, static_cast<int>(shape.x - reach_x)), std::max(0, static_cast<int>(shape.y - reach_y)),
          std::min(canvas.width(), static_cast<int>(shape.x + reach_x) + 2),
          std::min(canvas.height(), static_cast<int>(shape.y + reach_y) + 2)};
}

// Where in its period of `pitch` pixels, 0 .. 1.
float phase(float value, float pitch) {
  const float periods = value / pitch;
  return periods - std::floor(periods);
}

Colour surface(const Shape& shape, const Light& light, Place at) {
  switch (shape.kind) {
    case Shape::Kind::kBall: {
      const float u = at.u / shape.half_width;
      const float v = at.v / shape.half_height;
      const float depth = std::sqrt(std::max(0.0F, 1 - u * u - v * v));
      const float x = u * shape.cosine - v * shape.sine;
      const float y = u * shape.sine + v * shape.cosine;
      const float lit = std::max(0.0F, x * light.x + y * light.y + depth * light.z);
      const float shine = lit * lit * lit * lit * lit * lit;
      return shape.colour * (0.25F + 0.85F * lit) + Colour{1, 1, 1} * (0.35F * shine * shine);
    }
    case Shape::Kind::kBoard: {
      const float stripe = phase(at.u + 0.4F * at.v, shape.pitch);
      const float edge = 1 / shape.pitch;  // one pixel
      const float part = smooth_step(0.6F, 0.6F + edge, stripe) * (1 - smooth_step(1 - edge, 1, stripe));
      const float fade = 0.85F + 0.3F * at.v / (2 * shape.half_height);
      return mix(shape.colour, shape.detail, part) * fade;
    }
    case Shape::Kind::kWall: {
      const float across = phase(at.u, shape.pitch);
      const float down = phase(at.v, shape.pitch * 1.4F);
      const bool window = across > 0.3F && across < 0.75F && down > 0.25F && down < 0.75F;
      const bool frame = window && (across < 0.36F || down < 0.31F);
      const Colour wall = shape.colour * (0.9F + 0.2F * at.u / (2 * shape.half_width));
      return frame ? wall * 0.6F : window ? mix(shape.detail, shape.detail * 1.6F, 1 - down) : wall;
    }
  }
  return {};
}

}  // namespace

void paint_shadow(const Shape& shape, const Light& light, Canvas& canvas) {
  Shape cast = shape;
  const float lift = 0.35F * std::min(shape.half_width, shape.half_height);
  cast.x -= light.x * lift;
  cast.y -= light.y * lift;
  const float softness = 3 + 0.5F * lift;
  const Bounds box = bounds(cast, softness, canvas);
  for (int y = box.top; y < box.bottom; ++y) {
    for (int x = box.left; x < box.right; ++x) {
      const float away = distance(cast, place_of(cast, static_cast<float>(x), static_cast<float>(y)));
      if (away >= softness) continue;
      const float dark = 0.55F * (1 - smooth_step(-softness, softness, away));
      Colour& pixel = canvas.at(canvas.index(x, y));
      pixel = pixel * (1 - dark);
    }
  }
}

void paint_shape(const Shape& shape, const Light& light, const std::vector<float>& texture, Canvas& canvas) {
  const Bounds box = bounds(shape, 1, canvas);
  for (int y = box.top; y < box.bottom; ++y) {
    for (int x = box.left; x < box.right; ++x) {
      const Place at = place_of(shape, static_cast<float>(x), static_cast<float>(y));
      const float part = std::clamp(0.5F - distance(shape, at), 0.0F, 1.0F);
      if (part <= 0) continue;
      const std::size_t index = canvas.index(x, y);
      canvas.cover(index, surface(shape, light, at) * (1 + shape.grain * texture[index]), part);
    }
  }
}

}  // namespace feedrate::native
