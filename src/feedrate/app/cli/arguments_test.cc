#include "feedrate/app/cli/arguments.h"

#include <gtest/gtest.h>

namespace feedrate::app {
namespace {

using Words = std::vector<std::string>;

std::vector<VerbSpec> verbs() {
  return {
      {"plan",
       "measure",
       "says what would run",
       "feedrate plan first.yaml",
       {{"EXP", "the experiment"}},
       {{"--set", "PATH=VALUE", "changes a key", true}, {"--out", "DIR", "where to"}, {"--count", "", "only counts"}}},
      {"dataset make", "data", "makes data", "feedrate dataset make photos", {{"KIND", "what"}}, {}},
      {"compare",
       "measure",
       "compares runs",
       "feedrate compare a b",
       {{"A", "a run"}, {"MORE", "runs", false, true}},
       {}},
      {"wrap",
       "look",
       "runs a program",
       "feedrate wrap -- python train.py",
       {{"COMMAND", "the program", true, true, true}},
       {{"--out", "DIR", "where to"}, {"--json", "", "for programs"}}},
      {"agent", "", "runs a block", "feedrate agent BLOCK OUT", {{"BLOCK", "a block"}, {"OUT", "a folder"}}, {}}};
}

Parsed parsed(const Words& words) {
  auto result = parse_arguments(verbs(), words);
  EXPECT_TRUE(result) << result.error().text();
  return result ? std::move(*result) : Parsed{};
}

std::string refusal(const Words& words) {
  const auto result = parse_arguments(verbs(), words);
  if (result) return "accepted";
  EXPECT_EQ(result.error().fault, Fault::kInput);
  return result.error().message;
}

TEST(Arguments, WordsAndOptionsInAnyOrder) {
  const auto a = parsed({"plan", "--count", "first.yaml", "--out", "runs"});
  EXPECT_EQ(a.verb, 0U);
  EXPECT_FALSE(a.help);
  EXPECT_EQ(a.arguments.get("EXP"), "first.yaml");
  EXPECT_EQ(a.arguments.find("--out"), "runs");
  EXPECT_TRUE(a.arguments.has("--count"));
  EXPECT_FALSE(a.arguments.has("--set"));
  EXPECT_EQ(parsed({"plan", "--out=runs", "first.yaml"}).arguments.find("--out"), "runs");
}

TEST(Arguments, SetRepeatsAndTakesOneWordEach) {
  const auto a =
      parsed({"plan", "--set", "seed=1", "first.yaml", "--set", "measure.blocks=7", "--set=axes.batch=[1, 2]"});
  EXPECT_EQ(a.arguments.all("--set"), (Words{"seed=1", "measure.blocks=7", "axes.batch=[1, 2]"}));
  EXPECT_EQ(a.arguments.get("EXP"), "first.yaml");
  EXPECT_NE(refusal({"plan", "e", "--out", "a", "--out", "b"}), "accepted");
}

TEST(Arguments, AnOptionUsedWronglyIsSaidInOurWords) {
  const std::string see = "\n  see: feedrate plan --help";
  EXPECT_EQ(refusal({"plan", "e", "--out"}), "feedrate plan: --out needs DIR: where to" + see);
  EXPECT_EQ(refusal({"plan", "e", "--out", "--count"}), "feedrate plan: --out needs DIR: where to" + see);
  EXPECT_EQ(refusal({"plan", "--out", "a", "e", "--out=b"}), "feedrate plan: --out was given 2 times" + see);
  EXPECT_EQ(refusal({"plan", "e", "--set"}), "feedrate plan: --set needs PATH=VALUE: changes a key" + see);
}

TEST(Arguments, VerbsOfTwoWordsAndAnOpenEnd) {
  EXPECT_EQ(parsed({"dataset", "make", "photos"}).arguments.get("KIND"), "photos");
  EXPECT_EQ(parsed({"compare", "a", "b", "c"}).arguments.all("MORE"), (Words{"b", "c"}));
  EXPECT_EQ(parsed({"compare", "a"}).arguments.all("MORE"), Words{});
}

TEST(Arguments, ACommandKeepsItsOptions) {
  const Words command = {"python", "train.py", "--epochs", "3", "--json", "--out", "x"};
  for (const auto& before : {Words{"wrap"}, Words{"wrap", "--out", "runs"}, Words{"wrap", "--out=runs", "--json"}})
    for (const bool apart : {false, true}) {
      Words words = before;
      if (apart) words.emplace_back("--");
      words.insert(words.end(), command.begin(), command.end());
      const auto a = parsed(words);
      EXPECT_EQ(a.arguments.all("COMMAND"), command);
      EXPECT_EQ(a.arguments.has("--out"), before.size() > 1);
      EXPECT_EQ(a.arguments.has("--json"), before.back() == "--json");
    }
  EXPECT_NE(refusal({"wrap", "--josn", "python"}).find("did you mean --json?"), std::string::npos);
}

TEST(Arguments, UnknownVerbs) {
  EXPECT_EQ(refusal({"plam", "e"}),
            "\"plam\" is no verb of feedrate; did you mean plan?\n  verbs: plan, dataset make, compare or wrap\n"
            "  see: feedrate --help");
  EXPECT_EQ(refusal({"dataset"}), "\"dataset\" needs a second word; expected dataset make");
  EXPECT_EQ(refusal({"dataset", "mak"}), "\"dataset mak\" is no verb; expected dataset make");
}

TEST(Arguments, UnknownOptions) {
  EXPECT_EQ(refusal({"plan", "e", "--cuont"}),
            "feedrate plan has no option --cuont; did you mean --count?\n  see: feedrate plan --help");
  EXPECT_EQ(refusal({"plan", "e", "--colour=red"}),
            "feedrate plan has no option --colour\n  see: feedrate plan --help");
}

TEST(Arguments, TooFewOrTooManyWords) {
  EXPECT_EQ(refusal({"plan"}), "feedrate plan needs EXP: the experiment\n  for example: feedrate plan first.yaml");
  EXPECT_EQ(refusal({"plan", "a", "b"}), "feedrate plan: \"b\" is one word too many\n  see: feedrate plan --help");
  EXPECT_NE(refusal({"plan", "e", "--out"}), "accepted");
}

TEST(Arguments, ListsAreSeparatedByCommas) {
  EXPECT_EQ(comma_separated("resize,invert"), (Words{"resize", "invert"}));
  EXPECT_EQ(comma_separated(",resize,"), Words{"resize"});
  EXPECT_EQ(comma_separated(""), Words{});
}

TEST(Arguments, Help) {
  for (const Words& words : {Words{}, Words{"--help"}, Words{"-h"}, Words{"help"}}) {
    const auto help = parsed(words).help;
    ASSERT_TRUE(help);
    EXPECT_EQ(*help, first_help(verbs()));
    EXPECT_NE(help->find("feedrate dataset make KIND"), std::string::npos);
    EXPECT_EQ(help->find("agent"), std::string::npos) << "verbs for programs are not listed";
  }
  const auto help = parsed({"plan", "--help"}).help;
  ASSERT_TRUE(help) << "help needs no word";
  EXPECT_EQ(*help,
            "feedrate plan EXP [options]\n  says what would run\n\n"
            "  EXP               the experiment\n"
            "  --set PATH=VALUE  changes a key\n"
            "  --out DIR         where to\n"
            "  --count           only counts\n"
            "\nexample\n  feedrate plan first.yaml\n");
  EXPECT_EQ(parsed({"dataset", "--help"}).help, parsed({"dataset", "make", "--help"}).help);
  EXPECT_EQ(parsed({"--version"}).help, "feedrate " FEEDRATE_VERSION "\n");
}

}  // namespace
}  // namespace feedrate::app
