#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "feedrate/native/media/npy/decode.h"
#include "feedrate/native/media/npy/encode.h"

namespace feedrate::native {
namespace {

std::vector<std::uint8_t> encoded(const ArrayShape& shape) {
  std::vector<std::uint8_t> values(shape.bytes());
  std::iota(values.begin(), values.end(), std::uint8_t{1});
  std::vector<std::uint8_t> out;
  encode_npy(values, shape, out);
  return out;
}

// A version 1 file with this dictionary and so many bytes of array.
std::vector<std::uint8_t> written(const std::string& dictionary, std::size_t bytes) {
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(dictionary.size());
  text += '\0';
  text += dictionary + std::string(bytes, 'x');
  return {text.begin(), text.end()};
}

TEST(Npy, WhatWasWrittenIsSeenWhereItLies) {
  const auto bytes = encoded({5, 7, 9});
  const auto view = view_npy(bytes);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->height, 5);
  EXPECT_EQ(view->width, 7);
  EXPECT_EQ(view->channels, 9);
  EXPECT_EQ(view->stride, 63);
  EXPECT_EQ(view->row(0)[0], 1);
  EXPECT_EQ(view->row(4)[62], static_cast<std::uint8_t>(5 * 63));
  EXPECT_EQ((view->pixels - bytes.data()) % 64, 0);  // as NumPy aligns it
}

TEST(Npy, EveryCutIsAnError) {
  const auto bytes = encoded({3, 4, 9});
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(view_npy(std::span(bytes).first(size))) << size;
  EXPECT_TRUE(view_npy(bytes));
}

TEST(Npy, SaysWhatAnArrayOfAnotherKindIs) {
  const auto floats = view_npy(written("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 3), }", 48));
  ASSERT_FALSE(floats);
  EXPECT_NE(floats.error().text().find("'<f4'"), std::string::npos);
  for (const char* text : {"{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2, 3), }",
                           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }",
                           "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 3, 1), }",
                           "{'descr': '|u1', 'fortran_order': False, 'shape': (0, 2, 3), }",
                           "{'descr': '|u1', 'fortran_order': False, 'shape': (-2, 2, 3), }",
                           "{'descr': '|u1', 'fortran_order': False, 'shape': (2147483647, 2147483647, 2147483647), }",
                           "{'descr': '|u1', 'fortran_order': False, }", "{'shape': (2, 2, 3)", ""})
    EXPECT_FALSE(view_npy(written(text, 64))) << text;
  EXPECT_TRUE(view_npy(written("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 3), }", 12)));
}

}  // namespace
}  // namespace feedrate::native
