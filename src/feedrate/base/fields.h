// Field tables: each persisted or configured struct lists its members once, and parsing, writing, JSON Schema, `--set`
// and documentation follow from that list. A table that forgets a member does not compile.
//
//   template <> struct Fields<Settings> {
//     static constexpr auto doc = "how the subject is set up";
//     static constexpr auto table = std::tuple{field("workers", &Settings::workers, "worker processes", range(0,
//     1024)), ...};
//   };
//
// Fields are required unless `.optional()` (the member keeps its default) or of type std::optional.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace feedrate {

// What a field's value must satisfy beyond its type.
struct Rule {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool may_be_absent = false;
  bool non_empty = false;            // texts and lists
  bool name = false;                 // texts: letters, digits, - _ . only
  bool id = false;                   // texts: 32 hex digits
  const char* is_exactly = nullptr;  // texts: a constant such as a schema's name

  [[nodiscard]] constexpr Rule optional() const {
    Rule r = *this;
    r.may_be_absent = true;
    return r;
  }
  [[nodiscard]] constexpr Rule filled() const {
    Rule r = *this;
    r.non_empty = true;
    return r;
  }
};

constexpr Rule range(double low, double high) { return {.low = low, .high = high}; }
constexpr Rule at_least(double low) { return {.low = low}; }
constexpr Rule optional() { return {.may_be_absent = true}; }
constexpr Rule filled() { return {.non_empty = true}; }
constexpr Rule name_rule() { return {.non_empty = true, .name = true}; }
constexpr Rule id_rule() { return {.id = true}; }
constexpr Rule constant(const char* text) { return {.is_exactly = text}; }

template <class S, class M>
struct Field {
  const char* name;
  M S::*member;
  const char* doc;
  Rule rule;
};

template <class S, class M>
constexpr Field<S, M> field(const char* name, M S::*member, const char* doc, Rule rule = {}) {
  return {name, member, doc, rule};
}

// Specialised per struct: doc, table.
template <class S>
struct Fields;

// Specialised per enum: static constexpr std::array<std::pair<E, const char*>, N> names.
template <class E>
struct Names;

// Specialised per std::variant: static constexpr const char* key; static constexpr std::array<const char*, N> names,
// one an alternative, in order. Written as a map whose `key` says which alternative the other members belong to.
template <class V>
struct Alternatives;

// Specialised for types with a text form ("250 ms"): parse(text) -> std::optional<T>, print(T), expected, pattern.
template <class T>
struct TextForm;

// Specialised per struct that may be written as one scalar: static constexpr const char* field, which that scalar
// fills.
template <class S>
struct Shorthand;

namespace detail {

struct AnyMember {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): it stands for a member of any type
};

template <class S, std::size_t... I>
constexpr bool takes(std::index_sequence<I...> /*unused*/) {
  return requires { S{(static_cast<void>(I), AnyMember{})...}; };
}

template <class S, std::size_t N = 0>
constexpr std::size_t member_count() {
  if constexpr (!takes<S>(std::make_index_sequence<N + 1>{}))
    return N;
  else
    return member_count<S, N + 1>();
}

}  // namespace detail

template <class S>
concept HasFields = requires {
  Fields<S>::table;
};
template <class E>
concept HasNames = requires {
  Names<E>::names;
};
template <class V>
concept HasAlternatives = requires {
  Alternatives<V>::names;
};
template <class T>
concept HasTextForm = requires {
  TextForm<T>::pattern;
};
template <class S>
concept HasShorthand = requires {
  Shorthand<S>::field;
};

template <class S, class F>
constexpr void for_each_field(F&& visit) {
  static_assert(std::tuple_size_v<std::decay_t<decltype(Fields<S>::table)>> == detail::member_count<S>(),
                "the field table does not list every member");
  std::apply([&](const auto&... each) { (visit(each), ...); }, Fields<S>::table);
}

template <class E>
constexpr const char* name_of(E value) {
  for (const auto& [each, name] : Names<E>::names)
    if (each == value) return name;
  return "?";
}

}  // namespace feedrate
