// The probe set: pictures that say of every pixel which picture it is in and where, so that what a loader made of one
// tells which part of it was taken. Red grows along a row, green down a column, blue is the picture's number; a
// checkerboard of single pixels lies over all of it, which is lost where a picture is decoded at a smaller size.
// Painted by app/native, read by measure.
#pragma once

#include <array>

namespace feedrate::contract::probe {

inline constexpr int kPictures = 64;
inline constexpr int kEpochs = 4;  // that a loader goes over them
inline constexpr double kLowest = 40;
inline constexpr double kRange = 160;  // from there on, of red and green
inline constexpr double kLowestBlue = 30;
inline constexpr double kBlueStep = 3;
inline constexpr double kChecker = 16;

struct Extent {
  int width = 0;
  int height = 0;
};
constexpr Extent extent_of(int number) { return number % 2 == 0 ? Extent{320, 240} : Extent{240, 320}; }

// Red, green and blue without the checkerboard, at a place between pixels: the first pixel's middle is at 0.5.
constexpr std::array<double, 3> smooth_at(int number, double x, double y) {
  const auto [width, height] = extent_of(number);
  return {kLowest + kRange * x / width, kLowest + kRange * y / height, kLowestBlue + kBlueStep * number};
}
constexpr std::array<double, 3> pixel_at(int number, int x, int y) {
  auto out = smooth_at(number, x + 0.5, y + 0.5);
  for (double& level : out) level += (x + y) % 2 == 0 ? kChecker : -kChecker;
  return out;
}

}  // namespace feedrate::contract::probe
