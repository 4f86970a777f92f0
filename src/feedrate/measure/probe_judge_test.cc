#include "feedrate/measure/probe_judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "feedrate/base/random.h"
#include "feedrate/contract/probe/probe_set.h"

namespace feedrate::measure {
namespace {

namespace probe = contract::probe;

constexpr int kSize = 32;
constexpr int kSamples = probe::kPictures * probe::kEpochs;

std::size_t index_of(int channel, int y, int x) {
  const auto number = [](int value) { return static_cast<std::size_t>(value); };
  return (number(channel) * kSize + number(y)) * kSize + number(x);
}

TrainSteps steps() {
  TrainSteps out;
  out.crop.size = {kSize, kSize};
  out.mirrored = 0.5;
  out.normalize = {{0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}};
  return out;
}

// A part drawn as the recipe says.
ProbePart drawn(int picture, const contract::RandomResizedCrop& crop, double mirrored, Random& random) {
  const auto [width, height] = probe::extent_of(picture);
  ProbePart out;
  out.picture = picture;
  out.mirrored = random.unit() < mirrored;
  do {
    const double area = width * height * (crop.scale[0] + (crop.scale[1] - crop.scale[0]) * random.unit());
    const double shape = std::exp(std::log(crop.ratio[0]) + std::log(crop.ratio[1] / crop.ratio[0]) * random.unit());
    out.width = std::round(std::sqrt(area * shape));
    out.height = std::round(std::sqrt(area / shape));
  } while (out.width > width || out.height > height);
  out.left = std::floor(random.unit() * (width - out.width + 1));
  out.top = std::floor(random.unit() * (height - out.height + 1));
  return out;
}

std::string batch_of(const std::vector<ProbeSample>& samples) {
  const auto normalize = steps().normalize;
  std::string out = format("{} 3 {} {} float32\n", samples.size(), samples.front().height, samples.front().width);
  for (const auto& sample : samples)
    for (std::size_t i = 0; i < sample.levels.size(); ++i) {
      const std::size_t channel = 3 * i / sample.levels.size();
      const auto value =
          static_cast<float>((sample.levels[i] / 255 - normalize.mean[channel]) / normalize.std[channel]);
      out.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
  return out;
}

using Make = std::function<ProbeSample(int picture, int epoch, Random&)>;

contract::OutputEvidence judged(const Make& make, const TrainSteps& recipe = steps()) {
  Random random(7);
  ProbeJudge judge(recipe, kSamples);
  for (int epoch = 0; epoch < probe::kEpochs; ++epoch)
    for (int picture = 0; picture < probe::kPictures; ++picture) judge.take(batch_of({make(picture, epoch, random)}));
  return judge.found();
}

ProbeSample honest(int picture, int, Random& random) {
  return render_part(drawn(picture, steps().crop, 0.5, random), steps()).with_detail;
}

TEST(ProbePart, IsReadOffTheColours) {
  for (const ProbePart& part : {ProbePart{0, 0, 0, 320, 240, false}, ProbePart{63, 17, 201, 60, 45, true},
                                ProbePart{31, 239 - 40, 3, 40, 50, false}, ProbePart{12, 5, 7, 111, 130, true}}) {
    const auto found = find_part(render_part(part, steps()).with_detail);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->picture, part.picture);
    EXPECT_EQ(found->mirrored, part.mirrored);
    EXPECT_DOUBLE_EQ(found->left, part.left);
    EXPECT_DOUBLE_EQ(found->top, part.top);
    EXPECT_DOUBLE_EQ(found->width, part.width);
    EXPECT_DOUBLE_EQ(found->height, part.height);
  }
}

TEST(ProbePart, IsNoneOfGreyOrOfAnUpsideDownOne) {
  ProbeSample sample = render_part({4, 10, 10, 100, 100, false}, steps()).with_detail;
  ProbeSample turned = sample;
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) turned.levels[index_of(c, y, x)] = sample.at(c, kSize - 1 - y, x);
  EXPECT_FALSE(find_part(turned));
  sample.levels.assign(sample.levels.size(), 128);
  EXPECT_FALSE(find_part(sample));
  EXPECT_FALSE(find_part({4, 4, std::vector<double>(48)}));
  // Before its picture's left edge: no part, and nothing of a negative width.
  for (const double from : {38.8, 39.4}) {
    ProbeSample outside = render_part({4, 10, 10, 100, 100, false}, steps()).smooth;
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) outside.levels[index_of(0, y, x)] = from + 0.55 * (x + 0.5) / kSize;
    EXPECT_FALSE(find_part(outside)) << from;
  }
  sample.levels.assign(sample.levels.size(), std::nan(""));
  EXPECT_FALSE(find_part({kSize, kSize, sample.levels}));
}

TEST(ProbeJudge, AnHonestLoaderDoesWhatTheRecipeSays) {
  const auto found = judged(honest);
  EXPECT_FALSE(found.otherwise) << *found.otherwise;
  EXPECT_EQ(found.samples, 256);
  EXPECT_EQ(found.against, "the recipe");
  EXPECT_EQ(found.gives, "1 x 3 x 32 x 32 float32");
  ASSERT_TRUE(found.mean);
  EXPECT_LT(*found.mean, 0.01);
}

TEST(ProbeJudge, NamesWhatIsDoneOtherwise) {
  const auto expect = [](const std::string& words, const Make& make) {
    const auto found = judged(make);
    EXPECT_NE(found.otherwise.value_or("nothing").find(words), std::string::npos)
        << found.otherwise.value_or("nothing");
    EXPECT_FALSE(found.mean);
  };
  expect("it mirrors 0.00 of its samples, and the recipe says 0.50", [](int picture, int, Random& random) {
    return render_part(drawn(picture, steps().crop, 0, random), steps()).with_detail;
  });
  expect("have other sizes", [](int picture, int, Random& random) {
    auto crop = steps().crop;
    crop.scale = {0.25, 1};
    return render_part(drawn(picture, crop, 0.5, random), steps()).with_detail;
  });
  expect("have other shapes", [](int picture, int, Random& random) {
    auto crop = steps().crop;
    crop.ratio = {1, 1};
    return render_part(drawn(picture, crop, 0.5, random), steps()).with_detail;
  });
  expect("lie otherwise than at random", [](int picture, int, Random& random) {
    auto part = drawn(picture, steps().crop, 0.5, random);
    const auto [width, height] = probe::extent_of(picture);
    part.left = std::floor((width - part.width) / 2);
    part.top = std::floor((height - part.height) / 2);
    return render_part(part, steps()).with_detail;
  });
  expect("it answers from memory", [](int picture, int, Random&) {
    Random of_picture(static_cast<std::uint64_t>(picture));
    return render_part(drawn(picture, steps().crop, 0.5, of_picture), steps()).with_detail;
  });
  expect("single pixels are lost", [](int picture, int, Random& random) {
    return render_part(drawn(picture, steps().crop, 0.5, random), steps()).smooth;
  });
  expect("only 8 of 64 pictures came",
         [](int picture, int epoch, Random& random) { return honest(picture % 8, epoch, random); });
  expect("256 of 256 samples are no upright part", [](int picture, int epoch, Random& random) {
    auto sample = honest(picture, epoch, random);
    for (int channel = 0; channel < 3; ++channel)  // upside down
      std::reverse(sample.levels.begin() + channel * kSize * kSize,
                   sample.levels.begin() + (channel + 1) * kSize * kSize);
    return sample;
  });
  // Levels over 255, as they are or not even divided.
  for (const double scale : {1.0, 255.0})
    expect("normalised as the recipe says between -1.71 and 1.75", [&](int picture, int epoch, Random& random) {
      auto sample = honest(picture, epoch, random);
      for (std::size_t i = 0; i < sample.levels.size(); ++i) {
        const std::size_t channel = 3 * i / sample.levels.size();
        sample.levels[i] =
            255 * (scale * sample.levels[i] / 255 * steps().normalize.std[channel] + steps().normalize.mean[channel]);
      }
      return sample;
    });
}

TEST(ProbeJudge, WhoseLoaderShrinksWithoutSmoothing) {
  auto plain = steps();
  plain.crop.antialias = false;
  const Make aliased = [&](int picture, int, Random& random) {
    return render_part(drawn(picture, plain.crop, 0.5, random), plain).with_detail;
  };
  EXPECT_NE(judged(aliased).otherwise.value_or("nothing").find("it does not antialias"), std::string::npos);
  EXPECT_FALSE(judged(aliased, plain).otherwise);
  EXPECT_NE(judged(honest, plain).otherwise.value_or("nothing").find("single pixels"), std::string::npos);
}

TEST(ProbeJudge, ARecipeWhosePartsNeverFitTakesTheMiddle) {
  auto square = steps();
  square.crop.scale = {0.9, 1};
  square.crop.ratio = {1, 1};
  const auto found = judged(
      [&](int picture, int, Random& random) {
        const auto [width, height] = probe::extent_of(picture);
        return render_part({picture, (width - 240) / 2.0, (height - 240) / 2.0, 240, 240, random.unit() < 0.5}, square)
            .with_detail;
      },
      square);
  EXPECT_FALSE(found.otherwise) << *found.otherwise;
}

TEST(ProbeJudge, ValuesThatAreNoNumbersAreNoPart) {
  const auto found = judged([](int picture, int epoch, Random& random) {
    auto sample = honest(picture, epoch, random);
    sample.levels.front() = std::nan("");
    return sample;
  });
  EXPECT_NE(found.otherwise.value_or("nothing").find("256 of 256 samples are no upright part"), std::string::npos);
}

TEST(ProbeJudge, TooFewSamples) {
  ProbeJudge judge(steps(), kSamples);
  Random random(7);
  for (int picture = 0; picture < probe::kPictures; ++picture) judge.take(batch_of({honest(picture, 0, random)}));
  EXPECT_EQ(judge.found().otherwise, "it gave 64 of 256 samples");
}

TEST(ProbeJudge, SaysWhatABatchIsInstead) {
  const auto said = [](const std::string& file) {
    ProbeJudge judge(steps(), kSamples);
    judge.take(file);
    return judge.found().otherwise.value_or("nothing");
  };
  EXPECT_EQ(said("1 2 2 3 uint8\n" + std::string(12, 'x')),
            "it gives 1 x 2 x 2 x 3 uint8, and the recipe asks for samples x 3 x 32 x 32 float32");
  EXPECT_NE(said("TypeError: a batch is a list without an array\n").find("it gives \"TypeError: a batch is a list"),
            std::string::npos);
  EXPECT_NE(said("16 3 32 32 float16\nxx").find("it gives \"16 3 32 32 float16\", and the recipe"), std::string::npos);
  EXPECT_EQ(ProbeJudge(steps(), kSamples).found().otherwise, "it gave no batch");
}

TEST(TrainSteps, OnlyOfTheOneRow) {
  contract::Recipe recipe;
  recipe.operations = {contract::Decode{}, contract::RandomResizedCrop{}, contract::HorizontalFlip{0.25},
                       contract::Normalize{{0.5, 0.5, 0.5}, {0.25, 0.25, 0.25}}};
  const auto found = train_steps_of(recipe);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->mirrored, 0.25);
  recipe.output.layout = contract::Layout::kNhwc;
  EXPECT_FALSE(train_steps_of(recipe));
  recipe.output.layout = contract::Layout::kNchw;
  std::swap(recipe.operations[1], recipe.operations[2]);
  EXPECT_FALSE(train_steps_of(recipe));
  std::swap(recipe.operations[1], recipe.operations[2]);
  std::get<contract::RandomResizedCrop>(recipe.operations[1]).size = {224, 8};
  EXPECT_FALSE(train_steps_of(recipe));
}

}  // namespace
}  // namespace feedrate::measure
