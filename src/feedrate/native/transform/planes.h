// Floats of pictures that begin where their rows can be stored past the caches (kStreamAlign). Used for the buffers of
// batches. Zeroed, so that their memory is there when the first picture comes. Moved, never copied.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "feedrate/native/transform/resize_kernel.h"

namespace feedrate::native {

class Planes {
 public:
  Planes() = default;
  explicit Planes(std::size_t size) : values_(allocate(size)), size_(size) { std::fill_n(values_.get(), size, 0.0F); }

  [[nodiscard]] std::span<float> values() { return {values_.get(), size_}; }
  [[nodiscard]] std::span<const float> values() const { return {values_.get(), size_}; }

 private:
  struct Free {
    void operator()(float* values) const { std::free(values); }
  };

  static float* allocate(std::size_t size) {
    const std::size_t bytes = (size * sizeof(float) + kStreamAlign - 1) / kStreamAlign * kStreamAlign;
    auto* out = static_cast<float*>(std::aligned_alloc(kStreamAlign, std::max(bytes, kStreamAlign)));
    if (out == nullptr) throw std::bad_alloc();  // as a vector would
    return out;
  }

  std::unique_ptr<float, Free> values_;
  std::size_t size_ = 0;
};

}  // namespace feedrate::native
