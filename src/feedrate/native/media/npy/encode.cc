#include "feedrate/native/media/npy/encode.h"

#include <string>

#include "feedrate/base/error.h"

namespace feedrate::native {

void encode_npy(std::span<const std::uint8_t> values, const ArrayShape& shape, std::vector<std::uint8_t>& out) {
  FEEDRATE_CHECK(values.size() == shape.bytes());
  constexpr std::size_t kFixed = 10;  // magic, version 1.0, length
  constexpr std::size_t kAligned = 64;
  std::string text = format("{{'descr': '|u1', 'fortran_order': False, 'shape': ({}, {}, {}), }}", shape.height,
                            shape.width, shape.channels);
  text.append((kAligned - (kFixed + text.size() + 1) % kAligned) % kAligned, ' ');
  text += '\n';
  std::string begin("\x93NUMPY\x01\x00", 8);
  begin += static_cast<char>(text.size() & 0xffU);
  begin += static_cast<char>(text.size() >> 8U);
  begin += text;
  out.assign(begin.begin(), begin.end());
  out.insert(out.end(), values.begin(), values.end());
}

}  // namespace feedrate::native
