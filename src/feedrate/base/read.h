// Value -> typed data, driven by field tables (fields.h). Reports every problem with its place; never throws.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/base/json.h"
#include "feedrate/base/problems.h"
#include "feedrate/base/suggest.h"

namespace feedrate {

// "a whole number from 1 to 64", "one of a, b or c", ...: the sentence part that messages and documents share.
std::string expected_number(bool whole, const Rule& rule);
std::string expected_text(const Rule& rule);
// Whether a text obeys the rule.
bool text_obeys(const std::string& text, const Rule& rule);
// "a.b" from "a" and "b"
std::string join_path(const std::string& path, std::string_view key);

namespace detail {

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<std::map<std::string, T>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t N>
struct IsArray<std::array<T, N>> : std::true_type {};

template <class E>
std::vector<std::string> names_of() {
  std::vector<std::string> out;
  for (const auto& [value, name] : Names<E>::names) out.emplace_back(name);
  return out;
}

template <class T>
std::string expectation(const Rule& rule) {
  if constexpr (std::is_same_v<T, bool>)
    return "true or false";
  else if constexpr (std::is_integral_v<T>)
    return expected_number(true, rule);
  else if constexpr (std::is_floating_point_v<T>)
    return expected_number(false, rule);
  else if constexpr (std::is_same_v<T, std::string>)
    return expected_text(rule);
  else if constexpr (HasNames<T>)
    return either(names_of<T>());
  else if constexpr (HasTextForm<T>)
    return TextForm<T>::expected;
  else if constexpr (IsOptional<T>::value)
    return expectation<typename T::value_type>(rule);
  else if constexpr (IsVector<T>::value)
    return "a list, each " + expectation<typename T::value_type>(rule);
  else if constexpr (IsArray<T>::value)
    return format("a list of {}, each {}", std::tuple_size_v<T>, expectation<typename T::value_type>(rule));
  else
    return "a map";
}

template <class S>
std::vector<std::string> keys_of() {
  std::vector<std::string> out;
  for_each_field<S>([&](const auto& f) { out.emplace_back(f.name); });
  return out;
}

}  // namespace detail

template <class T>
void read_value(const Value& value, const std::string& path, const Rule& rule, Problems& problems, T& out);

// The members of a map into the fields of a struct. `besides` is a key that belongs to somebody else (a variant's tag).
template <class S>
void read_fields(const Value& value, const std::string& path, Problems& problems, S& out,
                 std::string_view besides = {}) {
  using Kind = Value::Kind;
  if constexpr (HasShorthand<S>) {
    if (!value.is(Kind::kMap) && !value.is(Kind::kNull) && !value.is(Kind::kList)) {
      Value whole = Value::map({{Shorthand<S>::field, value, value.at()}});
      whole.place(value.at());
      return read_fields(whole, path, problems, out, besides);
    }
  }
  if (!value.is(Kind::kMap)) {
    const auto known = detail::keys_of<S>();
    return problems.unexpected(value, path, "a map with the keys " + either(known));
  }
  for (const auto& member : value.members()) {
    if (member.key == besides) continue;
    bool known = false;
    for_each_field<S>([&](const auto& f) { known = known || member.key == f.name; });
    if (!known) {
      auto keys = detail::keys_of<S>();
      if (!besides.empty()) keys.insert(keys.begin(), std::string(besides));
      problems.unknown_key(member, path, keys);
    }
  }
  for_each_field<S>([&](const auto& f) {
    using M = std::decay_t<decltype(out.*(f.member))>;
    if (const Value* found = value.find(f.name))
      read_value(*found, join_path(path, f.name), f.rule, problems, out.*(f.member));
    else if (!f.rule.may_be_absent && !detail::IsOptional<M>::value)
      problems.missing_key(value, path, f.name, detail::expectation<M>(f.rule));
  });
}

namespace detail {

template <class V, std::size_t I = 0>
void read_alternative(const std::string& name, const Value& value, const std::string& path, Problems& problems,
                      V& out) {
  if constexpr (I < std::variant_size_v<V>) {
    if (name == Alternatives<V>::names[I]) {
      std::variant_alternative_t<I, V> chosen{};
      read_fields(value, path, problems, chosen, Alternatives<V>::key);
      out = std::move(chosen);
    } else {
      read_alternative<V, I + 1>(name, value, path, problems, out);
    }
  }
}

template <class V>
void read_variant(const Value& value, const std::string& path, Problems& problems, V& out) {
  const std::vector<std::string> names(Alternatives<V>::names.begin(), Alternatives<V>::names.end());
  const char* key = Alternatives<V>::key;
  if (value.is(Value::Kind::kText)) {  // the bare name: an alternative with nothing else to say
    Value whole = Value::map({{key, value, value.at()}});
    whole.place(value.at());
    return read_variant(whole, path, problems, out);
  }
  if (!value.is(Value::Kind::kMap)) return problems.unexpected(value, path, format("a map with the key {}", key));
  const Value* tag = value.find(key);
  if (tag == nullptr) return problems.missing_key(value, path, key, either(names));
  if (!tag->is(Value::Kind::kText) || std::find(names.begin(), names.end(), tag->as_text()) == names.end()) {
    return problems.unexpected(*tag, join_path(path, key),
                               one_of(names, tag->is(Value::Kind::kText) ? tag->as_text() : ""));
  }
  read_alternative(tag->as_text(), value, path, problems, out);
}

template <class E>
void read_enum(const Value& value, const std::string& path, Problems& problems, E& out) {
  if (value.is(Value::Kind::kText))
    for (const auto& [each, name] : Names<E>::names)
      if (value.as_text() == name) {
        out = each;
        return;
      }
  problems.unexpected(value, path, one_of(names_of<E>(), value.is(Value::Kind::kText) ? value.as_text() : ""));
}

}  // namespace detail

template <class T>
void read_value(const Value& value, const std::string& path, const Rule& rule, Problems& problems, T& out) {
  using Kind = Value::Kind;
  const auto refuse = [&] { problems.unexpected(value, path, detail::expectation<T>(rule)); };
  if constexpr (std::is_same_v<T, Value>) {
    out = value;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!value.is(Kind::kBool)) return refuse();
    out = value.as_bool();
  } else if constexpr (std::is_integral_v<T>) {
    if (!value.is(Kind::kInteger) || static_cast<double>(value.as_integer()) < rule.low ||
        static_cast<double>(value.as_integer()) > rule.high || !std::in_range<T>(value.as_integer()))
      return refuse();
    out = static_cast<T>(value.as_integer());
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!(value.is(Kind::kInteger) || value.is(Kind::kReal)) || value.as_real() < rule.low ||
        value.as_real() > rule.high)
      return refuse();
    out = value.as_real();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is(Kind::kText) || !text_obeys(value.as_text(), rule)) return refuse();
    out = value.as_text();
  } else if constexpr (HasNames<T>) {
    detail::read_enum(value, path, problems, out);
  } else if constexpr (HasTextForm<T>) {
    if (!value.is(Kind::kText)) return refuse();
    auto parsed = TextForm<T>::parse(value.as_text());
    if (!parsed) return refuse();
    out = *parsed;
  } else if constexpr (detail::IsOptional<T>::value) {
    typename T::value_type inner{};
    read_value(value, path, rule, problems, inner);
    out = std::move(inner);
  } else if constexpr (detail::IsVector<T>::value) {
    if (!value.is(Kind::kList) || (rule.non_empty && value.items().empty())) {
      std::string expected = detail::expectation<T>(rule);
      if (rule.non_empty) expected += ", at least one";
      return problems.unexpected(value, path, expected);
    }
    out.clear();
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      typename T::value_type item{};
      read_value(value.items()[i], format("{}[{}]", path, i), rule, problems, item);
      out.push_back(std::move(item));
    }
  } else if constexpr (detail::IsArray<T>::value) {
    if (!value.is(Kind::kList) || value.items().size() != out.size()) return refuse();
    for (std::size_t i = 0; i < out.size(); ++i)
      read_value(value.items()[i], format("{}[{}]", path, i), rule, problems, out[i]);
  } else if constexpr (detail::IsMap<T>::value) {
    if (!value.is(Kind::kMap)) return refuse();
    out.clear();
    for (const auto& member : value.members()) {
      typename T::mapped_type item{};
      read_value(member.value, join_path(path, member.key), rule, problems, item);
      out.emplace(member.key, std::move(item));
    }
  } else if constexpr (HasAlternatives<T>) {
    detail::read_variant(value, path, problems, out);
  } else {
    read_fields(value, path, problems, out);
  }
}

// A whole document.
template <class S>
Expected<S> read(const Value& value, const std::string& file) {
  Problems problems(file);
  S out{};
  read_value(value, "", Rule{}, problems, out);
  FEEDRATE_TRY_STATUS(problems.status());
  return out;
}

}  // namespace feedrate
