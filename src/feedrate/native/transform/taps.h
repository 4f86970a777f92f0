// Which source pixels make one target pixel along one axis, and with what weight: the triangle (bilinear) filter whose
// support grows with the shrinking factor, as Pillow and torchvision's antialias=True define it. Used by Resizer.
// One object a thread; it keeps its buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace feedrate::native {

inline constexpr int kWeightBits = 15;
inline constexpr int kWeightOne = 1 << kWeightBits;

class Taps {
 public:
  void prepare(int source_size, int target_size);

  // The source pixels of a target are first .. first + count; all of them exist.
  [[nodiscard]] int first(int target) const { return first_[static_cast<std::size_t>(target)]; }
  [[nodiscard]] int count(int target) const { return count_[static_cast<std::size_t>(target)]; }
  // The largest count. Loops over so many taps for every target need no branch a target: weights beyond its count are
  // 0.
  [[nodiscard]] int most() const { return most_; }
  // `most` weights that sum to kWeightOne, but for a lone one, which is one less: so that each fits.
  [[nodiscard]] const std::int16_t* weights(int target) const {
    return weights_.data() + static_cast<std::ptrdiff_t>(target) * most_;
  }

 private:
  std::vector<int> first_;
  std::vector<int> count_;
  std::vector<std::int16_t> weights_;
  std::vector<double> exact_;  // of one target, while it is prepared
  int most_ = 0;
};

}  // namespace feedrate::native
