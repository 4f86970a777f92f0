#include "feedrate/control/config/schema.h"

#include "feedrate/base/schema.h"
#include "feedrate/control/config/fields.h"
#include "feedrate/control/config/shipped.h"

namespace feedrate::control {
namespace {

// Rules between keys, as the checks of load_config have them. Written as JSON: that is what the reader of a schema
// sees.
constexpr const char* kNotBoth = R"({"not": {"required": ["items", "ratio"]}})";
constexpr const char* kSubjectRules = R"([
  {"not": {"required": ["make", "command"]}},
  {"dependentRequired": {"make": ["environment"]}},
  {"if": {"properties": {"command": {"contains": {"pattern": "\\{python\\}"}}}, "required": ["command"]},
   "then": {"required": ["environment"]}},
  {"properties": {"command": {"items": {"pattern": "^(\\{python\\}|(?!\\{[\\s\\S]*\\}$)[\\s\\S]*)$"}}}}
])";
constexpr const char* kDecodeFirst = R"({
  "if": {"properties": {"scope": {"enum": ["decode", "loader", "step"]}}},
  "then": {"properties": {"recipe": {"properties": {"operations": {
    "prefixItems": [{"properties": {"op": {"const": "decode"}}}]}}}}}
})";
constexpr const char* kRecipeByScope = R"({
  "if": {"properties": {"scope": {"const": "storage"}}, "required": ["scope"]},
  "then": {"properties": {"recipe": false}},
  "else": {"required": ["recipe"]}
})";
constexpr const char* kOneDecode =
    R"({"prefixItems": [{}], "items": {"properties": {"op": {"not": {"const": "decode"}}}}})";
constexpr const char* kNormalizeGivesFloat = R"({
  "if": {"properties": {"operations": {"contains": {"properties": {"op": {"const": "normalize"}}, "required": ["op"]}}}},
  "then": {"properties": {"output": {"properties": {"dtype": {"const": "float32"}}}}}
})";

Value rule(const char* json) {
  auto value = parse_json(json, "rule");
  FEEDRATE_CHECK(value.has_value());
  return std::move(*value);
}

// Adds the members of `rules` to a schema that has none of them.
void add(Value& schema, Value rules) {
  for (auto& member : rules.members()) {
    FEEDRATE_CHECK(schema.find(member.key) == nullptr);
    schema.set(member.key, std::move(member.value));
  }
}

void add_all(Value& schema, std::vector<Value> rules) { schema.set("allOf", Value::list(std::move(rules))); }

Value with_recipe_rules(Value schema) {
  Value operations = Value::map();
  operations.set("operations", rule(kOneDecode));
  Value one_decode = Value::map();
  one_decode.set("properties", std::move(operations));
  add_all(schema, {std::move(one_decode), rule(kNormalizeGivesFloat)});
  return schema;
}

// A name alone must be a shipped one; with make or command it must not be.
Value subject_schema() {
  Value whole = struct_schema<Subject>();
  const Value shipped = detail::names_schema(shipped_names());
  Value is_shipped = Value::map();
  Value name = Value::map();
  name.set("name", shipped);
  is_shipped.set("properties", std::move(name));
  Value own = rule(R"({"anyOf": [{"required": ["make"]}, {"required": ["command"]}]})");
  Value choice = Value::map();
  choice.set("if", std::move(own));
  Value otherwise = Value::map();
  otherwise.set("not", is_shipped);
  choice.set("then", std::move(otherwise));
  choice.set("else", std::move(is_shipped));
  std::vector<Value> rules = rule(kSubjectRules).items();
  rules.push_back(std::move(choice));
  for (const auto& subject : kShippedSubjects) {
    if (!subject.group.empty()) continue;
    Value bare = Value::map();
    bare.set("if", rule(format(R"({{"properties": {{"name": {{"const": "{}"}}}}}})", subject.name).c_str()));
    bare.set("then", rule(R"({"properties": {"environment": false}})"));
    rules.push_back(std::move(bare));
  }
  add_all(whole, std::move(rules));
  return detail::any_of({shipped, std::move(whole)});
}

// A shipped Python subject that names no environment needs the one of its group.
std::vector<Value> group_rules() {
  std::vector<Value> rules;
  for (const auto& subject : kShippedSubjects)
    if (!subject.group.empty())
      rules.push_back(rule(format(R"({{
        "if": {{"properties": {{"subjects": {{"contains": {{"anyOf": [
          {{"const": "{0}"}},
          {{"type": "object", "properties": {{"name": {{"const": "{0}"}}, "environment": false}}, "required": ["name"]}}]}}}}}},
          "required": ["subjects"]}},
        "then": {{"properties": {{"environments": {{"required": ["{1}"]}}}}, "required": ["environments"]}}}})",
                                  subject.name, subject.group)
                               .c_str()));
  return rules;
}

void describe(Value& properties, const char* key, Value schema) {
  schema.set("description", *properties.find(key)->find("description"));
  properties.set(key, std::move(schema));
}

}  // namespace

Value recipe_schema() { return with_recipe_rules(document_schema<contract::Recipe>("a feedrate recipe")); }

Value config_schema() {
  Value schema = document_schema<Config>("a feedrate experiment");
  Value& properties = *schema.find("properties");
  describe(properties, "recipe",
           detail::any_of({detail::text_schema(name_rule()), with_recipe_rules(schema_of<contract::Recipe>(Rule{}))}));
  add(properties.find("data")->find("anyOf")->items().back(), rule(kNotBoth));
  Value subjects = *properties.find("subjects");
  subjects.set("items", subject_schema());
  properties.set("subjects", std::move(subjects));
  for (auto& axis : properties.find("axes")->find("properties")->members())
    axis.value.set("uniqueItems", Value::boolean(true));
  properties.find("environments")->set("propertyNames", detail::text_schema(name_rule()));
  std::vector<Value> rules = group_rules();
  rules.push_back(rule(kRecipeByScope));
  rules.push_back(rule(kDecodeFirst));
  add_all(schema, std::move(rules));
  return schema;
}

std::vector<std::pair<std::string, Value>> schemas() {
  return {{"experiment.json", config_schema()}, {"recipe.json", recipe_schema()}};
}

}  // namespace feedrate::control
