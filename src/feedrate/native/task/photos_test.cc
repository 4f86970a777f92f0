#include "feedrate/native/task/photos.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/png/decode.h"
#include "feedrate/native/task/scene.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

std::string photo_name(std::uint64_t index) { return file_name(index, ".jpg"); }

class PhotosTest : public testing::Test {
 protected:
  PhotosTest() : root_(testing::TempDir() + "photos_XXXXXX") { EXPECT_NE(::mkdtemp(root_.data()), nullptr); }
  ~PhotosTest() override { fs::remove_all(root_); }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(root_ + "/" + name, std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ + "/" + name, std::ios::binary) << text;
  }
  DatasetMade make(std::uint64_t count, std::uint64_t seed, int threads, const std::string& below = "") const {
    const auto made = make_photos({root_ + below, count, seed, threads});
    EXPECT_TRUE(made) << made.error().text();
    return made.value_or(DatasetMade{});
  }

  std::string root_;
};

TEST(PhotoName, SortsAsItCounts) {
  EXPECT_EQ(photo_name(0), "0000/000000.jpg");
  EXPECT_EQ(photo_name(999), "0000/000999.jpg");
  EXPECT_EQ(photo_name(1000), "0001/001000.jpg");
  EXPECT_LT(photo_name(kMostFiles - 2), photo_name(kMostFiles - 1));
}

TEST_F(PhotosTest, FilesHaveTheirSizeAndDecode) {
  const DatasetMade made = make(20, 3, 2);
  EXPECT_EQ(made.count, 20U);
  EXPECT_EQ(made.kept, 0U);
  std::uint64_t total = 0;
  JpegDecoder decoder;
  Image image;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const std::string bytes = read(photo_name(i));
    EXPECT_GE(bytes.size(), 50U * 1024U);
    EXPECT_LE(bytes.size(), 110U * 1000U);
    total += bytes.size();
    ASSERT_TRUE(decoder.decode({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, image));
    EXPECT_EQ(image.width(), 500);
    EXPECT_EQ(image.height(), 375);
  }
  EXPECT_EQ(made.bytes, total);
  EXPECT_EQ(read("dataset.json"),
            format("{{\"kind\": \"photos\", \"version\": 1, \"seed\": 3, \"count\": 20, \"bytes\": {}}}\n", total));
}

TEST_F(PhotosTest, OtherStylesAreOtherDatasets) {
  const auto style = photo_style({}, "1100x400", "50", "444");
  ASSERT_TRUE(style) << style.error().text();
  EXPECT_EQ(style->name(), "photos-1100x400-quality-50-444");
  ASSERT_TRUE(make_photos({root_ + "/large", 2, 3, 1, *style}));
  const std::string bytes = read("large/" + photo_name(1));
  JpegDecoder decoder;
  Image image;
  ASSERT_TRUE(decoder.decode({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, image));
  EXPECT_EQ(image.width(), 1100);
  EXPECT_EQ(image.height(), 400);
  EXPECT_FALSE(make_photos({root_ + "/large", 2, 3, 1}));

  const auto png = photo_style("png", "60x50", {}, {});
  ASSERT_TRUE(png);
  EXPECT_EQ(png->name(), "photos-png-60x50");
  ASSERT_TRUE(make_photos({root_ + "/small", 2, 3, 1, *png}));
  const std::string lossless = read("small/" + file_name(1, ".png"));
  Image exact;
  ASSERT_TRUE(PngDecoder().decode({reinterpret_cast<const std::uint8_t*>(lossless.data()), lossless.size()}, exact));
  Image scene;
  SceneMaker().make(3, 1, scene);
  for (int y = 0; y < 50; ++y) ASSERT_EQ(std::memcmp(exact.row(y), scene.row(y), 60UL * kChannels), 0) << y;
}

TEST(PhotoStyle, SaysWhatIsWrong) {
  const auto message = [](auto... words) {
    const auto style = photo_style(words...);
    return style ? std::string("accepted") : style.error().message;
  };
  using Word = std::optional<std::string>;
  EXPECT_EQ(message(Word("gif"), Word(), Word(), Word()), "format is gif; expected jpeg or png");
  EXPECT_EQ(message(Word(), Word("100"), Word(), Word()), "size is 100; expected WIDTHxHEIGHT, such as 1000x750");
  EXPECT_EQ(message(Word(), Word("0x5"), Word(), Word()), "size is 0x5; expected WIDTHxHEIGHT, such as 1000x750");
  EXPECT_EQ(message(Word(), Word(), Word("101"), Word()), "quality is 101; expected 1 .. 100");
  EXPECT_EQ(message(Word(), Word(), Word(), Word("411")), "subsampling is 411; expected 420, 422 or 444");
  EXPECT_EQ(message(Word("png"), Word(), Word("90"), Word()), "quality and subsampling are of JPEG, not of PNG");
}

TEST_F(PhotosTest, APictureDependsOnlyOnSeedAndNumber) {
  make(6, 5, 1, "/one");
  make(3, 5, 4, "/four");
  make(3, 6, 1, "/other");
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read("one/" + photo_name(i)), read("four/" + photo_name(i)));
    EXPECT_NE(read("one/" + photo_name(i)), read("other/" + photo_name(i)));
  }
  EXPECT_NE(read("one/" + photo_name(0)), read("one/" + photo_name(1)));
}

// Photos have long stretches that are almost even and a few strong edges; noise has neither.
TEST(Scene, IsNoNoise) {
  SceneMaker maker;
  Image image;
  for (std::uint64_t index = 0; index < 4; ++index) {
    maker.make(1, index, image);
    const int columns = kPhotoWidth / 5;
    int even = 0;
    int edges = 0;
    int all = 0;
    for (int y = 0; y < kPhotoHeight; y += 5) {
      for (int x = 0; x + 1 < columns; ++x) {
        const auto mean = [&](int block) {
          int sum = 0;
          for (int i = 0; i < 25; ++i) sum += image.row(y + i / 5)[(block * 5 + i % 5) * kChannels + 1];
          return sum / 25;
        };
        const int step = std::abs(mean(x + 1) - mean(x));
        even += step <= 4 ? 1 : 0;
        edges += step >= 25 ? 1 : 0;
        ++all;
      }
    }
    EXPECT_GT(even, all / 3) << index;
    EXPECT_GT(edges, all / 1000) << index;
    EXPECT_LT(edges, all / 5) << index;
  }
}

TEST_F(PhotosTest, AnotherCallKeepsWholeFilesAndMakesTheRest) {
  make(6, 5, 2);
  const std::string first = read(photo_name(0));
  const std::string third = read(photo_name(2));
  // As after a kill: no dataset.json, one picture missing, one cut by a full disk, one half-written.
  fs::rename(root_ + "/dataset.json", root_ + "/.dataset.json.making");
  fs::remove(root_ + "/" + photo_name(2));
  write(photo_name(4), "short");
  write("0000/.000002.jpg.part", "half");
  const DatasetMade again = make(6, 5, 2);
  EXPECT_EQ(again.count, 6U);
  EXPECT_EQ(again.kept, 4U);
  EXPECT_EQ(read(photo_name(0)), first);
  EXPECT_EQ(read(photo_name(2)), third);
  EXPECT_TRUE(fs::exists(root_ + "/dataset.json"));
  EXPECT_FALSE(fs::exists(root_ + "/.dataset.json.making"));
  EXPECT_FALSE(fs::exists(root_ + "/0000/.000002.jpg.part"));

  const DatasetMade more = make(8, 5, 2);
  EXPECT_EQ(more.kept, 6U);
  EXPECT_EQ(more.count, 8U);
}

TEST_F(PhotosTest, ProgressCountsToTheEnd) {
  std::vector<std::uint64_t> seen;
  const auto made = make_photos({root_, 5, 1, 3}, [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 5U);
    seen.push_back(done);
  });
  ASSERT_TRUE(made);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
}

TEST_F(PhotosTest, AnotherDatasetIsNotTouched) {
  const auto message = [](const Photos& photos) {
    const auto made = make_photos(photos);
    return made ? std::string("accepted") : made.error().message;
  };
  make(2, 5, 1, "/made");
  const std::string folder = root_ + "/made";
  const std::string before = read("made/dataset.json");
  EXPECT_EQ(
      message({folder, 2, 6, 1}),
      folder + "/dataset.json says " + before.substr(0, before.size() - 1) +
          "; asked for was {\"kind\": \"photos\", \"version\": 1, \"seed\": 6, \"count\": 2}; use another folder, or "
          "delete this one first");
  EXPECT_EQ(message({folder, 1, 5, 1}), folder +
                                            "/dataset.json says 2 files and 1 were asked for; ask for at least 2, use "
                                            "another folder, or delete this one first");
  EXPECT_EQ(read("made/dataset.json"), before);

  write("mine.txt", "x");
  EXPECT_EQ(message({root_, 1, 1, 1}), root_ + " is not empty and holds no dataset of ours; use another folder");
  EXPECT_EQ(message({folder, 0, 5, 1}), "0 photos were asked for; expected 1 .. 10000000");
  EXPECT_EQ(message({folder, 2, 5, 0}), "threads is 0; expected 1 .. 1024");
  EXPECT_EQ(message({root_ + "/mine.txt", 1, 1, 1}), "folder " + root_ + "/mine.txt cannot be made: Not a directory");
}

TEST_F(PhotosTest, AFolderThatCannotBeWrittenIsAnError) {
  make(2, 5, 1);
  fs::remove(root_ + "/" + photo_name(1));
  fs::create_directories(root_ + "/" + photo_name(1));  // a folder in the way of the file
  const auto made = make_photos({root_, 2, 5, 2});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, root_ + "/" + photo_name(1) + " cannot be written: Is a directory");
  EXPECT_FALSE(fs::exists(root_ + "/dataset.json"));
}

}  // namespace
}  // namespace feedrate::native
