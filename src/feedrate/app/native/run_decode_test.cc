#include "feedrate/app/native/run_decode.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "feedrate/host/files.h"
#include "feedrate/native/media/jpeg/encode.h"

namespace feedrate::app {
namespace {

class DecodeTest : public testing::Test {
 protected:
  DecodeTest() : root_(testing::TempDir() + "decode_XXXXXX") {
    EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    native::Image image;
    image.reshape(40, 30);
    for (int y = 0; y < 30; ++y) std::fill_n(image.row(y), 40 * native::kChannels, std::uint8_t{90});
    std::vector<std::uint8_t> bytes;
    EXPECT_TRUE(native::JpegEncoder().encode(image.view(), 95, bytes));
    write("a.jpg", {bytes.begin(), bytes.end()});
    work_.data.uri = root_;
  }
  ~DecodeTest() override { std::filesystem::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ + "/" + name, std::ios::binary) << text;
  }

  std::string root_;
  contract::DecodeWork work_;
};

TEST_F(DecodeTest, APhotoBecomesItsPixels) {
  ASSERT_TRUE(apply_decode(work_, root_));
  const auto made = host::read_file(root_ + "/0.raw");
  ASSERT_TRUE(made) << made.error().text();
  const std::string head = "30 40 3 uint8\n";
  ASSERT_EQ(made->substr(0, head.size()), head);
  EXPECT_EQ(made->size(), head.size() + 30 * 40 * 3);
  EXPECT_NEAR(static_cast<std::uint8_t>(made->back()), 90, 2);
}

TEST_F(DecodeTest, ABrokenFileIsNamedAndIsNoUnsupportedWork) {
  write("b.jpg", "no photo");
  const auto status = apply_decode(work_, root_);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().fault, Fault::kFailed);
  EXPECT_NE(status.error().text().find("b.jpg"), std::string::npos);
}

TEST_F(DecodeTest, WhatItCannotDecodeIsUnsupported) {
  work_.decode.format = contract::SampleFormat::kNpy;
  const auto status = apply_decode(work_, root_);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().fault, Fault::kInput);
}

}  // namespace
}  // namespace feedrate::app
