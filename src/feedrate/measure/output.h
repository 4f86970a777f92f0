// What a transform made of a sample, as its process leaves it, and how far two of them are apart. The file is a line
// "HEIGHT WIDTH CHANNELS uint8|float32" (of clips FRAMES before that) and the values. Pure: bytes in.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/record/evidence.h"
#include "feedrate/contract/work/operations.h"

namespace feedrate::measure {

struct Output {
  std::vector<std::int64_t> shape;
  bool is_float = false;
  std::span<const std::uint8_t> values;  // of the file: it must stay
};
Expected<Output> read_output(std::string_view file);
// "3 x 224 x 224 float32".
std::string shape_text(const Output& output);

// In levels of 0 .. 255.
struct Apart {
  double sum = 0;  // of all values' differences
  std::int64_t count = 0;
  double largest = 0;  // not finite where a value is no number
};
// Absent where they have another shape, or floats where the operation gives bytes and the other way round. A library
// that holds pictures as shares of 1 is taken at its word: a float is 255 levels there.
std::optional<Apart> apart(const Output& a, const Output& b, const contract::Operation& operation);

// What an arm of a block left: of its first samples, and as the last one of the first sample turned in its place.
struct Results {
  std::string subject;
  std::vector<std::string> files;
  std::string built = {};  // "SHARE NAME": of its time that it makes objects of a library in, anew for every sample
};
// Who makes for every sample what could be made once is not measured as a library, above this share of its time.
inline constexpr double kMostBuilding = 0.2;
// Held against native, else OpenCV, else torchvision, else the first by name, of those whose results can be read. One
// an arm, absent where there is nothing to compare: without results, or without anybody else's.
std::vector<std::optional<contract::OutputEvidence>> compare_results(std::span<const Results> arms,
                                                                     const contract::Operation& operation);

}  // namespace feedrate::measure
