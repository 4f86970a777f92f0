#include "feedrate/control/judge/describe.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;
using example::cell;
using example::loader_case;

// Titles by the order of the records.
std::vector<std::string> titles(const std::vector<Record>& records) {
  const auto parts = describe(arms_of(records).arms);
  std::vector<std::string> out;
  for (const auto& record : records) out.push_back(case_text(parts.at(record.comparison), record.what.subject));
  return out;
}

TEST(Describe, SaysScopeWorkWorkersAndBatch) {
  EXPECT_EQ(titles({cell(loader_case("native"), 1, 1)}),
            std::vector<std::string>{"loader/imagenet-train/workers=2/batch=64/native"});
}

TEST(Describe, AddsOtherSettingsOnlyWhereTheyDiffer) {
  auto more = loader_case("native");
  more.settings.prefetch = 4;
  more.settings.cpus = 1;
  EXPECT_EQ(titles({cell(loader_case("native"), 1, 1), cell(more, 1, 1)}),
            (std::vector<std::string>{"loader/imagenet-train/workers=2/batch=64/prefetch=2/native",
                                      "loader/imagenet-train/workers=2/batch=64/cpus=1/prefetch=4/native"}));
}

TEST(Describe, NamesMediaDataAndWindow) {
  auto other = loader_case("native");
  auto& work = std::get<contract::LoaderWork>(other.work);
  work.media = contract::Video{8};
  work.data.uri = "/data/clips/";
  other.clock.window = {1, contract::Window::Unit::kEpochs};
  EXPECT_EQ(
      titles({cell(loader_case("native"), 1, 1), cell(other, 1, 1)}),
      (std::vector<std::string>{"loader/imagenet-train/workers=2/batch=64/window=200 batches/data=photos/media=rgb/"
                                "native",
                                "loader/imagenet-train/workers=2/batch=64/window=1 epoch/data=clips/frames=8/"
                                "media=video/native"}));
}

TEST(Describe, NamedRecipesNeedNoListOfOperations) {
  auto other = loader_case("native");
  auto& work = std::get<contract::LoaderWork>(other.work);
  work.recipe.name = "plain";
  work.recipe.operations = {contract::Decode{}};
  EXPECT_EQ(titles({cell(other, 1, 1), cell(loader_case("native"), 1, 1)}),
            (std::vector<std::string>{"loader/plain/workers=2/batch=64/native",
                                      "loader/imagenet-train/workers=2/batch=64/native"}));
}

TEST(Describe, WhatLooksTheSameGetsItsId) {
  auto other = loader_case("native");
  std::get<contract::LoaderWork>(other.work).data.fingerprint = std::string(32, 'f');
  const auto both = titles({cell(loader_case("native"), 1, 1), cell(other, 1, 1)});
  EXPECT_NE(both[0], both[1]);
  EXPECT_EQ(both[1],
            "loader/imagenet-train/workers=2/batch=64/id=" + short_id(contract::comparison_id(other)) + "/native");
}

TEST(Describe, OtherScopesSayWhatTheyDo) {
  contract::CaseSpec transform;
  transform.subject = "native";
  transform.work = contract::TransformWork{contract::Rgb{}, {}, contract::HorizontalFlip{}};
  contract::CaseSpec program;
  program.subject = "train";
  program.work = contract::ProgramWork{{"bin/python", "train.py"}};
  EXPECT_EQ(titles({cell(transform, 1, 1)}), std::vector<std::string>{"transform/horizontal_flip/native"});
  EXPECT_EQ(titles({cell(program, 1, 1)}), std::vector<std::string>{"program/python/train"});
}

}  // namespace
}  // namespace feedrate::control
