#include "feedrate/app/native/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "feedrate/app/native/describe.h"
#include "feedrate/native/transform/affine.h"
#include "feedrate/native/transform/color_jitter.h"
#include "feedrate/native/transform/placed.h"

namespace feedrate::app {
namespace {

Picture picture() {
  Picture out;
  for (const auto& [each, step] : {std::pair{&out.pixels, std::size_t{7}}, {&out.other, std::size_t{11}}}) {
    each->reshape({24, 40, 3});
    for (std::size_t i = 0; i < each->shape().bytes(); ++i)
      each->values()[i] = static_cast<std::uint8_t>(i * step % 251);
  }
  return out;
}

// The first of each kind, with its own defaults.
template <std::size_t... I>
std::vector<contract::Operation> one_of_each(std::index_sequence<I...> /*unused*/) {
  return {contract::Operation(std::in_place_index<I>)...};
}

TEST(Operation, EveryOneThatIsDeclaredWorks) {
  const auto capability = describe_native(NativeMode::kPlain, contract::Depth::kStatic);
  const auto& declared = capability.supports[1];
  ASSERT_EQ(declared.scope, contract::Scope::kTransform);
  for (auto& operation : one_of_each(std::make_index_sequence<std::variant_size_v<contract::Operation>>())) {
    const std::string name = contract::name_of_operation(operation);
    if (std::find(declared.operations.begin(), declared.operations.end(), name) == declared.operations.end()) continue;
    if (auto* flip = std::get_if<contract::HorizontalFlip>(&operation)) flip->probability = 1;
    if (auto* normalize = std::get_if<contract::Normalize>(&operation)) *normalize = {{0, 0, 0}, {1, 1, 1}};
    const auto transform = operation_of(operation);
    ASSERT_TRUE(transform) << name << ": " << transform.error().text();
    Made made;
    ASSERT_TRUE((*transform)(picture(), made)) << name;
    EXPECT_TRUE(!made.values.empty() || made.pixels.shape().bytes() > 0) << name;
  }
}

TEST(Operation, EveryOneThatIsNotThereHasAReason) {
  const auto declared = describe_native(NativeMode::kPlain, contract::Depth::kStatic).supports[1];
  for (const char* name : Alternatives<contract::Operation>::names) {
    const bool is_of_the_loader = std::string_view(name) == "decode" || std::string_view(name) == "random_resized_crop";
    const bool is_there =
        std::find(declared.operations.begin(), declared.operations.end(), name) != declared.operations.end();
    EXPECT_EQ(declared.lacks->contains(name), !is_there && !is_of_the_loader) << name;
  }
}

TEST(Operation, ColoursAreOfThreeChannels) {
  Picture nine;
  for (auto* each : {&nine.pixels, &nine.other}) {
    each->reshape({24, 40, 9});
    for (std::size_t i = 0; i < each->shape().bytes(); ++i) each->values()[i] = static_cast<std::uint8_t>(i * 7 % 251);
  }
  std::set<std::string> of_colours;
  const auto natively = native_transforms();
  for (auto& operation : one_of_each(std::make_index_sequence<std::variant_size_v<contract::Operation>>())) {
    if (auto* flip = std::get_if<contract::HorizontalFlip>(&operation)) flip->probability = 1;
    if (auto* normalize = std::get_if<contract::Normalize>(&operation))
      *normalize = {std::vector<double>(9, 0), std::vector<double>(9, 1)};
    const std::string name = contract::name_of_operation(operation);
    if (std::find(natively.begin(), natively.end(), name) == natively.end()) continue;
    const auto transform = operation_of(operation, 9);
    if (!transform) {
      EXPECT_NE(transform.error().text().find("9 channels"), std::string::npos) << transform.error().text();
      of_colours.insert(name);
      continue;
    }
    Made made;
    ASSERT_TRUE((*transform)(nine, made)) << name;
    EXPECT_TRUE(!made.values.empty() || made.pixels.shape().channels == 9) << name;
  }
  EXPECT_EQ(of_colours, (std::set<std::string>{"color_jitter", "grayscale", "hue", "jpeg", "saturation", "shift_rgb"}));
}

TEST(Operation, WhatIsNoTransformSaysSo) {
  const auto text = [](const contract::Operation& operation) {
    const auto found = operation_of(operation);
    return found ? std::string() : found.error().text();
  };
  EXPECT_NE(text(contract::Decode{}).find("no transform decode"), std::string::npos);
  EXPECT_NE(text(contract::RandomResizedCrop{}).find("no transform random_resized_crop"), std::string::npos);
  EXPECT_NE(text(contract::MedianBlur{}).find("no transform median_blur"), std::string::npos);
  EXPECT_NE(text(contract::DropChannel{3}).find("channel 3"), std::string::npos);
  EXPECT_NE(text(contract::HorizontalFlip{0.5}).find("write probability: 1"), std::string::npos);
  EXPECT_NE(text(contract::Resize{{8, 8}, contract::Interpolation::kBilinear, false}).find("antialiases"),
            std::string::npos);
}

TEST(Operation, TakesItsParameters) {
  const Picture from = picture();
  Made made;
  ASSERT_TRUE((*operation_of(contract::CenterCrop{{10, 12}}))(from, made));
  EXPECT_EQ(made.pixels.shape(), (native::ArrayShape{10, 12, 3}));
  ASSERT_TRUE((*operation_of(contract::Resize{{5, 9}}))(from, made));
  EXPECT_EQ(made.pixels.shape(), (native::ArrayShape{5, 9, 3}));
  ASSERT_TRUE((*operation_of(contract::Transpose{}))(from, made));
  EXPECT_EQ(made.pixels.shape(), (native::ArrayShape{40, 24, 3}));
  ASSERT_TRUE((*operation_of(contract::Pad{2, 9}))(from, made));
  EXPECT_EQ(made.pixels.shape(), (native::ArrayShape{28, 44, 3}));
  EXPECT_EQ(made.pixels.values()[0], 9);
  // One that a swapped pair of parameters would change.
  native::Array expected;
  ASSERT_TRUE((*operation_of(contract::Erase{{0.25, 0.5, 0.125, 0.375}, 3}))(from, made));
  native::erase(from.pixels.view(), {20, 6, 15, 3}, 3, expected);
  EXPECT_TRUE(std::equal(made.pixels.values(), made.pixels.values() + 24 * 40 * 3, expected.values()));
  ASSERT_TRUE((*operation_of(contract::Affine{10, 1.5, 20, {3, -2}}))(from, made));
  native::affine(from.pixels.view(), {10, 1.5, 20, 3, -2}, expected);
  EXPECT_TRUE(std::equal(made.pixels.values(), made.pixels.values() + 24 * 40 * 3, expected.values()));
  ASSERT_TRUE((*operation_of(contract::ColorJitter{1.1, 0.8, 1.3, 0.2}))(from, made));
  native::color_jitter(from.pixels.view(), {1.1, 0.8, 1.3, 0.2}, expected);
  EXPECT_TRUE(std::equal(made.pixels.values(), made.pixels.values() + 24 * 40 * 3, expected.values()));
  const auto expect_same = [&](const contract::Operation& operation, const contract::Operation& as) {
    Made other;
    ASSERT_TRUE((*operation_of(operation))(from, made));
    ASSERT_TRUE((*operation_of(as))(from, other));
    ASSERT_EQ(made.pixels.shape(), other.pixels.shape()) << contract::name_of_operation(operation);
    EXPECT_EQ(made.values, other.values) << contract::name_of_operation(operation);
    EXPECT_TRUE(
        std::equal(made.pixels.values(), made.pixels.values() + made.pixels.shape().bytes(), other.pixels.values()))
        << contract::name_of_operation(operation);
  };
  expect_same(contract::Rotate{10}, contract::Affine{10, 1, 0, {}});
  expect_same(contract::Zoom{1.5}, contract::Affine{0, 1.5, 0, {}});
  expect_same(contract::Shear{20}, contract::Affine{0, 1, 20, {}});
  expect_same(contract::Translate{{3, -2}}, contract::Affine{0, 1, 0, {3, -2}});
  expect_same(contract::Saturation{1.3}, contract::ColorJitter{1, 1, 1.3, 0});
  expect_same(contract::Hue{0.2}, contract::ColorJitter{1, 1, 1, 0.2});
  expect_same(contract::CropResize{{0, 0, 1, 1}, {5, 9}}, contract::Resize{{5, 9}});
  ASSERT_TRUE((*operation_of(contract::CropResize{{0.25, 0.5, 0.5, 0.25}, {12, 10}}))(from, made));  // nothing to blend
  native::crop(from.pixels.view(), {20, 6, 10, 12}, expected);
  ASSERT_EQ(made.pixels.shape(), expected.shape());
  EXPECT_TRUE(std::equal(made.pixels.values(), made.pixels.values() + 12 * 10 * 3, expected.values()));
  ASSERT_TRUE((*operation_of(contract::ShiftRgb{{10, 0, -300}}))(from, made));
  EXPECT_EQ(made.pixels.values()[0], from.pixels.view().values[0] + 10);
  EXPECT_EQ(made.pixels.values()[1], from.pixels.view().values[1]);
  EXPECT_EQ(made.pixels.values()[2], 0);
  ASSERT_TRUE((*operation_of(contract::DropChannel{1}))(from, made));
  EXPECT_EQ(made.pixels.values()[3], from.pixels.view().values[3]);
  EXPECT_EQ(made.pixels.values()[4], 0);
  EXPECT_EQ(made.pixels.values()[5], from.pixels.view().values[5]);
  ASSERT_TRUE((*operation_of(contract::ToFloat{}))(from, made));
  EXPECT_FLOAT_EQ(made.values[1], 7 / 255.0F);
  made.values.clear();
  ASSERT_TRUE((*operation_of(contract::Mixup{1}))(from, made));
  EXPECT_TRUE(std::equal(made.pixels.values(), made.pixels.values() + 24 * 40 * 3, from.pixels.view().values));
}

}  // namespace
}  // namespace feedrate::app
