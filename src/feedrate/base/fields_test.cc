#include <gtest/gtest.h>

#include "feedrate/base/schema.h"
#include "feedrate/base/units.h"
#include "feedrate/base/yaml.h"

namespace feedrate {

enum class Colour { kRed, kGreen };
template <>
struct Names<Colour> {
  static constexpr std::array<std::pair<Colour, const char*>, 2> names = {
      {{Colour::kRed, "red"}, {Colour::kGreen, "green"}}};
};

struct Square {
  double side = 1;
};
template <>
struct Fields<Square> {
  static constexpr auto doc = "a square";
  static constexpr auto table = std::tuple{field("side", &Square::side, "its side", range(0, 10).optional())};
};
struct Circle {
  std::optional<double> radius;
  std::array<int, 2> centre = {};
};
template <>
struct Fields<Circle> {
  static constexpr auto doc = "a circle";
  static constexpr auto table = std::tuple{field("radius", &Circle::radius, "its radius"),
                                           field("centre", &Circle::centre, "where", range(-5, 5))};
};
using Shape = std::variant<Square, Circle>;
template <>
struct Alternatives<Shape> {
  static constexpr const char* key = "kind";
  static constexpr std::array<const char*, 2> names = {"square", "circle"};
};

struct Drawing {
  std::string title;
  int layers = 1;
  Colour colour = Colour::kRed;
  std::vector<Shape> shapes;
  std::map<std::string, bool> flags;
  Duration time;
};
template <>
struct Fields<Drawing> {
  static constexpr auto doc = "a drawing";
  static constexpr auto table = std::tuple{
      field("title", &Drawing::title, "what it is called", name_rule()),
      field("layers", &Drawing::layers, "how many", range(1, 9).optional()),
      field("colour", &Drawing::colour, "its colour", optional()),
      field("shapes", &Drawing::shapes, "what is drawn", optional()),
      field("flags", &Drawing::flags, "switches", optional()),
      field("time", &Drawing::time, "how long", optional()),
  };
};

namespace {

Expected<Drawing> drawing(const char* yaml) {
  auto value = parse_yaml(yaml, "d.yaml");
  if (!value) return Unexpected(value.error());
  return read<Drawing>(*value, "d.yaml");
}

std::string refusal(const char* yaml) {
  auto made = drawing(yaml);
  return made ? "accepted" : made.error().message;
}

TEST(Fields, ReadWriteRoundTrip) {
  auto made = drawing(
      "title: a\nlayers: 3\ncolour: green\nshapes: [square, {kind: circle, centre: [1, -2]}]\nflags: {x: true}\ntime: "
      "250 ms\n");
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->shapes.size(), 2U);
  EXPECT_EQ(made->time.seconds, 0.25);
  const std::string text = canonical_json(write(*made));
  EXPECT_EQ(
      text,
      R"({"colour":"green","flags":{"x":true},"layers":3,"shapes":[{"kind":"square","side":1},{"centre":[1,-2],"kind":"circle"}],"time":"250 ms","title":"a"})");
  auto again = read<Drawing>(*parse_json(text, "t"), "t");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(canonical_json(write(*again)), text);
  EXPECT_EQ(canonical_json(*parse_yaml(write_yaml(write(*made)), "y")), text);
}

TEST(Fields, EveryProblemNamesPlaceFindingAndChoice) {
  EXPECT_EQ(
      refusal("titel: a\n"),
      "d.yaml:1:1: unknown key titel at the top level; did you mean title? (keys here: title, layers, colour, shapes, "
      "flags or time)\nd.yaml:1:1: the key title is missing at the top level; expected a name of letters, digits, '-', "
      "'_' "
      "and '.'");
  EXPECT_EQ(refusal("title: a\nlayers: 12\n"), "d.yaml:2:9: layers is 12; expected a whole number from 1 to 9");
  EXPECT_EQ(refusal("title: a\nlayers: 1.5\n"), "d.yaml:2:9: layers is 1.5; expected a whole number from 1 to 9");
  EXPECT_EQ(refusal("title: a\ncolour: gren\n"),
            "d.yaml:2:9: colour is \"gren\"; expected red or green; did you mean green?");
  EXPECT_EQ(refusal("title: a\ntime: 250\n"),
            "d.yaml:2:7: time is 250; expected a time with its unit, such as 250 ms, 6 s or 2 min");
  EXPECT_EQ(refusal("title: a\nshapes: [{kind: cicle}]\n"),
            "d.yaml:2:17: shapes[0].kind is \"cicle\"; expected square or circle; did you mean circle?");
  EXPECT_EQ(refusal("title: a\nshapes: [{kind: circle, centre: [1]}]\n"),
            "d.yaml:2:33: shapes[0].centre is a list of 1; expected a list of 2, each a whole number from -5 to 5");
  EXPECT_EQ(
      refusal("- a\n"),
      "d.yaml:1:1: the file is a list of 1; expected a map with the keys title, layers, colour, shapes, flags or time");
}

TEST(Fields, SchemaListsEveryField) {
  const Value schema = document_schema<Drawing>("drawing");
  EXPECT_EQ(schema.find("properties")->members().size(), 6U);
  EXPECT_EQ(canonical_json(*schema.find("required")), R"(["title"])");
  EXPECT_EQ(canonical_json(*schema.find("additionalProperties")), "false");
  const Value& shapes = *schema.find("properties")->find("shapes")->find("items")->find("anyOf");
  EXPECT_EQ(canonical_json(shapes.items().back()), R"({"enum":["square"]})");
}

}  // namespace
}  // namespace feedrate
