// Walks tests/golden: every wrong document with its exact message, every right one with what it resolves to. To take
// over changed messages: FEEDRATE_WRITE_GOLDEN=1 rewrites the expected texts and fails; read the difference.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "feedrate/base/yaml.h"
#include "feedrate/control/config/judge.h"

namespace feedrate::control {
namespace {

namespace fs = std::filesystem;

fs::path root() { return fs::path(__FILE__).parent_path() / "../../../.."; }
fs::path golden(const char* folder) { return root() / "tests" / "golden" / folder; }

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<fs::path> files_in(const fs::path& folder, const char* extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Beside the experiment, then among the shipped.
FindRecipe recipes_near(const fs::path& experiment) {
  return [folder = experiment.parent_path() / "recipes"](const std::string& name) -> Expected<NamedText> {
    for (const auto& place : {folder, root() / "recipes"})
      if (fs::exists(place / (name + ".yaml")))
        return NamedText{"recipes/" + name + ".yaml", content(place / (name + ".yaml"))};
    const std::vector<std::string> known = {"imagenet-train"};
    return unknown_recipe(name, known);
  };
}

void expect_text(const std::string& text, fs::path beside, const char* extension) {
  beside.replace_extension(extension);
  if (std::getenv("FEEDRATE_WRITE_GOLDEN") != nullptr) {
    std::ofstream(beside, std::ios::binary) << text;
    ADD_FAILURE() << "wrote " << beside;
    return;
  }
  EXPECT_TRUE(fs::exists(beside)) << beside << " is missing; it should hold:\n" << text;
  EXPECT_EQ(content(beside), text) << beside;
}

Judged judged(const char* kind, const fs::path& file) {
  auto result = judge(kind, content(file), file.filename(), recipes_near(file));
  EXPECT_TRUE(result) << result.error().text();
  return std::move(*result);
}

TEST(Golden, WrongExperimentsSayWhatIsWrong) {
  std::set<std::string> kinds;
  const auto files = files_in(golden("bad_config"), ".yaml");
  for (const auto& file : files) {
    const std::string name = file.filename();
    kinds.insert(name.substr(0, name.find('.')));
    const Judged result = judged("experiment", file);
    ASSERT_FALSE(result.verdict) << file << " was accepted";
    EXPECT_EQ(result.verdict.error().fault, Fault::kInput);
    expect_text(result.verdict.error().message + "\n", file, ".txt");
  }
  EXPECT_GE(files.size(), 40U);
  EXPECT_GE(kinds.size(), 12U);
  // No expected text without its experiment: a deleted file must not leave a message nobody checks.
  EXPECT_EQ(files_in(golden("bad_config"), ".txt").size(), files.size());
}

TEST(Golden, RightExperimentsResolveAndReadBack) {
  auto files = files_in(golden("good_config"), ".yaml");
  EXPECT_GE(files.size(), 5U);
  for (const auto& file : files) {
    auto config = load_config(content(file), file.filename(), {}, recipes_near(file));
    ASSERT_TRUE(config) << config.error().text();
    const std::string resolved = write_yaml(write_config(*config));
    expect_text(resolved, file, ".txt");
    const auto no_recipes = [](const std::string& name) -> Expected<NamedText> { return unknown_recipe(name, {}); };
    auto again = load_config(resolved, "resolved.yaml", {}, no_recipes);
    ASSERT_TRUE(again) << file << " resolved:\n" << again.error().text();
    EXPECT_EQ(write_yaml(write_config(*again)), resolved);
    EXPECT_EQ(plan_key(*again), plan_key(*config));
  }
}

TEST(Golden, ShippedExperimentsAndRecipesAreRight) {
  const auto experiments = files_in(root() / "configs", ".yaml");
  EXPECT_FALSE(experiments.empty());
  for (const auto& file : experiments) {
    const Judged result = judged("experiment", file);
    EXPECT_TRUE(result.verdict) << result.verdict.error().text();
  }
  const auto recipes = files_in(root() / "recipes", ".yaml");
  EXPECT_FALSE(recipes.empty());
  for (const auto& file : recipes) {
    const Judged result = judged("recipe", file);
    EXPECT_TRUE(result.verdict) << result.verdict.error().text();
  }
}

TEST(Golden, WrongDocumentsSayWhatIsWrong) {
  for (const char* kind : {"block", "order", "capability", "record", "receipt"}) {
    const auto files = files_in(golden("bad_document") / kind, ".json");
    for (const auto& file : files) {
      const Judged result = judged(kind, file);
      ASSERT_FALSE(result.verdict) << file << " was accepted";
      expect_text(result.verdict.error().message + "\n", file, ".txt");
    }
    EXPECT_GE(files.size(), 6U) << kind;
    EXPECT_EQ(files_in(golden("bad_document") / kind, ".txt").size(), files.size());
  }
}

TEST(Golden, RightDocumentsAreAccepted) {
  for (const char* kind : {"block", "order", "capability", "record", "receipt"}) {
    const auto files = files_in(golden("good_document") / kind, ".json");
    EXPECT_FALSE(files.empty()) << kind;
    for (const auto& file : files) {
      const Judged result = judged(kind, file);
      EXPECT_TRUE(result.verdict) << result.verdict.error().text();
    }
  }
}

}  // namespace
}  // namespace feedrate::control
