#include "feedrate/base/schema.h"

namespace feedrate::detail {

Value typed(const char* type) {
  Value schema = Value::map();
  schema.set("type", Value::text(type));
  return schema;
}

void add_number_rule(const Rule& rule, Value& schema) {
  if (std::isfinite(rule.low)) schema.set("minimum", Value::real(rule.low));
  if (std::isfinite(rule.high)) schema.set("maximum", Value::real(rule.high));
}

Value text_schema(const Rule& rule) {
  Value schema = typed("string");
  if (rule.is_exactly != nullptr)
    schema.set("const", Value::text(rule.is_exactly));
  else if (rule.id)
    schema.set("pattern", Value::text("^[0-9a-f]{32}$"));
  else if (rule.name)
    schema.set("pattern", Value::text("^[A-Za-z0-9_][A-Za-z0-9_.-]*$"));
  else if (rule.non_empty)
    schema.set("minLength", Value::integer(1));
  return schema;
}

Value names_schema(const std::vector<std::string>& names) {
  Value list = Value::list();
  for (const auto& name : names) list.items().push_back(Value::text(name));
  Value schema = Value::map();
  schema.set("enum", std::move(list));
  return schema;
}

Value any_of(std::vector<Value> options) {
  Value schema = Value::map();
  schema.set("anyOf", Value::list(std::move(options)));
  return schema;
}

}  // namespace feedrate::detail
