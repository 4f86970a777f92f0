// Inner loops of the operations on bytes, for whatever vector instructions the CPU has (chosen at run time); every
// choice gives the same bits. `three` are pixels of three interleaved channels. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace feedrate::native {

using Levels = std::array<std::uint8_t, 256>;

void map_bytes(const std::uint8_t* from, std::size_t count, const Levels& levels, std::uint8_t* to);
// A table a channel.
void map_three(const std::uint8_t* from, std::size_t pixels, const Levels* levels, std::uint8_t* to);

// Some bits of a level kept, and from a level on some flipped: what needs no table, and is as fast as memory.
struct Bits {
  std::uint8_t kept = 255;
  std::uint8_t flipped = 0;
  std::uint8_t from = 0;
  [[nodiscard]] std::uint8_t of(std::uint8_t level) const {
    return static_cast<std::uint8_t>((level & kept) ^ (level >= from ? flipped : 0));
  }
};
void map_bits(const std::uint8_t* from, std::size_t count, const Bits& bits, std::uint8_t* to);

// Added to what is there; one a channel.
void sum_three(const std::uint8_t* from, std::size_t pixels, std::uint64_t* sums);

struct LevelRange {
  std::uint8_t low = 255;
  std::uint8_t high = 0;
};
// Widened by what is there; one a channel.
void range_three(const std::uint8_t* from, std::size_t pixels, LevelRange* ranges);

void mirror_three(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to);
void grey_three(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to);

// Rows and columns exchanged. `stride`: bytes from one row to the next. Four bytes behind the last pixel of `from` are
// read; nothing behind the last pixel of a row of `to` is written.
struct PixelGrid {
  const std::uint8_t* at = nullptr;
  std::size_t stride = 0;
};
struct PixelTarget {
  std::uint8_t* at = nullptr;
  std::size_t stride = 0;
};
void transpose_three(const PixelGrid& from, std::size_t rows, std::size_t columns, const PixelTarget& to);

// (a * share + b * (256 - share) + 128) / 256, fractions dropped.
void mix_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t count, int share, std::uint8_t* to);

// Floats of whole levels, one plane a channel, to interleaved bytes.
void interleave_three(const float* planes, std::size_t plane, std::size_t pixels, std::uint8_t* to);

// value * factor + offset; factors and offsets repeat after `channels`, at most kMostChannels.
inline constexpr std::size_t kMostChannels = 64;
struct Scale {
  const float* factor = nullptr;
  const float* offset = nullptr;
  std::size_t channels = 0;
};
void scale_bytes(const std::uint8_t* from, std::size_t count, const Scale& scale, float* to);

}  // namespace feedrate::native
