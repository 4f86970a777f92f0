// JSON Schema (draft 2020-12) of a typed document, from the same field tables that parse it. `feedrate schema DIR`
// writes them; a test fails when those in schema/ are stale.
#pragma once

#include "feedrate/base/write.h"

namespace feedrate {

namespace detail {

void add_number_rule(const Rule& rule, Value& schema);
Value text_schema(const Rule& rule);
Value names_schema(const std::vector<std::string>& names);
Value typed(const char* type);
// The schema, or what its bare text form may be.
Value any_of(std::vector<Value> options);

}  // namespace detail

template <class T>
Value schema_of(const Rule& rule);

template <class S>
Value struct_schema(const char* tag_key = nullptr, const char* tag = nullptr) {
  Value properties = Value::map();
  Value required = Value::list();
  if (tag_key != nullptr) {
    Value constant_tag = Value::map();
    constant_tag.set("const", Value::text(tag));
    properties.set(tag_key, std::move(constant_tag));
    required.items().push_back(Value::text(tag_key));
  }
  for_each_field<S>([&](const auto& f) {
    using M = std::decay_t<decltype(std::declval<S>().*(f.member))>;
    Value each = schema_of<M>(f.rule);
    each.set("description", Value::text(f.doc));
    properties.set(f.name, std::move(each));
    if (!f.rule.may_be_absent && !detail::IsOptional<M>::value) required.items().push_back(Value::text(f.name));
  });
  Value schema = detail::typed("object");
  schema.set("properties", std::move(properties));
  schema.set("required", std::move(required));
  schema.set("additionalProperties", Value::boolean(false));
  return schema;
}

namespace detail {

template <class V, std::size_t... I>
Value variant_schema(std::index_sequence<I...> /*unused*/) {
  std::vector<Value> options;
  (options.push_back(struct_schema<std::variant_alternative_t<I, V>>(Alternatives<V>::key, Alternatives<V>::names[I])),
   ...);
  // An alternative whose every field may be absent can be written as its bare name.
  std::vector<std::string> bare;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].find("required")->items().size() == 1) bare.emplace_back(Alternatives<V>::names[i]);
  if (!bare.empty()) options.push_back(names_schema(bare));
  return any_of(std::move(options));
}

}  // namespace detail

template <class T>
Value schema_of(const Rule& rule) {
  if constexpr (std::is_same_v<T, Value>) {
    return Value::map();
  } else if constexpr (std::is_same_v<T, bool>) {
    return detail::typed("boolean");
  } else if constexpr (std::is_integral_v<T> || std::is_floating_point_v<T>) {
    Value schema = detail::typed(std::is_integral_v<T> ? "integer" : "number");
    detail::add_number_rule(rule, schema);
    return schema;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return detail::text_schema(rule);
  } else if constexpr (HasNames<T>) {
    return detail::names_schema(detail::names_of<T>());
  } else if constexpr (HasTextForm<T>) {
    Value schema = detail::typed("string");
    schema.set("pattern", Value::text(TextForm<T>::pattern));
    return schema;
  } else if constexpr (detail::IsOptional<T>::value) {
    return schema_of<typename T::value_type>(rule);
  } else if constexpr (detail::IsVector<T>::value) {
    Value schema = detail::typed("array");
    schema.set("items", schema_of<typename T::value_type>(rule));
    if (rule.non_empty) schema.set("minItems", Value::integer(1));
    return schema;
  } else if constexpr (detail::IsArray<T>::value) {
    Value schema = detail::typed("array");
    schema.set("items", schema_of<typename T::value_type>(rule));
    schema.set("minItems", Value::integer(std::tuple_size_v<T>));
    schema.set("maxItems", Value::integer(std::tuple_size_v<T>));
    return schema;
  } else if constexpr (detail::IsMap<T>::value) {
    Value schema = detail::typed("object");
    schema.set("additionalProperties", schema_of<typename T::mapped_type>(rule));
    return schema;
  } else if constexpr (HasAlternatives<T>) {
    return detail::variant_schema<T>(std::make_index_sequence<std::variant_size_v<T>>{});
  } else if constexpr (HasShorthand<T>) {
    Value whole = struct_schema<T>();
    Value bare = *whole.find("properties")->find(Shorthand<T>::field);
    if (whole.find("required")->items().size() > 1) return whole;
    return detail::any_of({std::move(bare), std::move(whole)});
  } else {
    return struct_schema<T>();
  }
}

// A whole document's schema.
template <class S>
Value document_schema(const char* title) {
  Value schema = Value::map();
  schema.set("$schema", Value::text("https://json-schema.org/draft/2020-12/schema"));
  schema.set("title", Value::text(title));
  Value body = schema_of<S>(Rule{});
  for (auto& member : body.members()) schema.set(member.key, std::move(member.value));
  return schema;
}

}  // namespace feedrate
