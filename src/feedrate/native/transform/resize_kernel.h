// The inner loops of Resizer, in integers and for whatever vector instructions the CPU has (chosen at run time); every
// choice gives the same bits. Used by resize.cc only. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "feedrate/native/media/aligned.h"
#include "feedrate/native/transform/normalise.h"
#include "feedrate/native/transform/taps.h"

namespace feedrate::native {

// Between the two passes a level is 128 times as large.
inline constexpr int kLevelBits = 7;
// Target pixels that are made together.
inline constexpr int kTogether = 8;
// What may be read behind the last value of a row of levels.
inline constexpr std::size_t kReadBehind = 8;

// Some source rows, to be weighted and added.
struct RowBlend {
  const std::uint8_t* first = nullptr;
  std::ptrdiff_t stride = 0;
  const std::int16_t* weights = nullptr;  // one a row
  int rows = 0;
  int values = 0;  // of a row
};
void blend_rows(const RowBlend& blend, std::int16_t* levels);

// Channels that are made together.
inline constexpr std::size_t kGroup = 4;

// Two neighbouring taps of two target pixels that are four apart: their weights for each channel of a group.
struct alignas(32) TapPair {
  std::array<std::int16_t, 16> weights{};
};

// Source columns of a row of levels, to be weighted and added, for target pixels in the order of kTogether: 0 and 4, 1
// and 5, 2 and 6, 3 and 7, 8 and 12, and so on.
struct ColumnBlend {
  const std::int16_t* levels = nullptr;
  const std::int32_t* places = nullptr;  // of the first tap in `levels`; one a target pixel
  const TapPair* taps = nullptr;         // `pairs` for every two target pixels
  int pairs = 0;
  int width = 0;  // target pixels
  int channels = kChannels;
};
// Past the caches: for rows that nobody reads soon, so that they do not drive out what is worked on. Where the CPU
// cannot, or a row does not begin where it must (kAlign), they go the usual way.
enum class Way { kCached, kPastCaches };

// What comes out are whole levels 0 .. 255, made floats as `linear` says. `to`: the row in the first plane; planes are
// `plane` floats apart.
void blend_columns(const ColumnBlend& blend, const Linear& linear, float* to, std::size_t plane, Way way);
// What went past the caches may be handed to another thread from here on.
void finish_past_caches();

}  // namespace feedrate::native
