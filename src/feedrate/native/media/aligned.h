// Memory for values that vectors read and write: it begins where the longest of them does (and where rows can be stored
// past the caches). Used for pictures and batches. Moved, never copied.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace feedrate::native {

inline constexpr std::size_t kAlign = 64;  // bytes

template <class T>
class Aligned {
 public:
  Aligned() = default;
  // Zeroed, so that the memory is there when the first value comes.
  explicit Aligned(std::size_t size) : values_(allocate(size)), size_(size) { std::fill_n(values_.get(), size, T{}); }

  [[nodiscard]] std::span<T> values() { return {values_.get(), size_}; }
  [[nodiscard]] std::span<const T> values() const { return {values_.get(), size_}; }

 private:
  struct Free {
    void operator()(T* values) const { std::free(values); }
  };

  static T* allocate(std::size_t size) {
    const std::size_t bytes = (size * sizeof(T) + kAlign - 1) / kAlign * kAlign;
    auto* out = static_cast<T*>(std::aligned_alloc(kAlign, std::max(bytes, kAlign)));
    if (out == nullptr) throw std::bad_alloc();  // as a vector would
    return out;
  }

  std::unique_ptr<T, Free> values_;
  std::size_t size_ = 0;
};

}  // namespace feedrate::native
