// A picture in floats while it is painted: interleaved RGB, 0 is black, 1 is full; more and less are clipped at the
// end. Used by scene.cc and its shapes. Not shared between threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace feedrate::native {

struct Colour {
  float red = 0;
  float green = 0;
  float blue = 0;
};

inline Colour operator+(Colour a, Colour b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }
inline Colour operator*(Colour a, float by) { return {a.red * by, a.green * by, a.blue * by}; }
inline Colour mix(Colour a, Colour b, float part) { return a * (1 - part) + b * part; }

// 0 below `low`, 1 above `high`, smooth between.
inline float smooth_step(float low, float high, float value) {
  const float t = std::clamp((value - low) / (high - low), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

class Canvas {
 public:
  void reshape(int width, int height) {
    width_ = width;
    height_ = height;
    pixels_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  [[nodiscard]] Colour& at(std::size_t index) { return pixels_[index]; }
  void cover(std::size_t index, Colour colour, float part) { pixels_[index] = mix(pixels_[index], colour, part); }

 private:
  std::vector<Colour> pixels_;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace feedrate::native
