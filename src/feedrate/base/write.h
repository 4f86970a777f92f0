// Typed data -> Value, driven by field tables (fields.h). An absent optional is left out; nothing is ever written as 0
// for "not known".
#pragma once

#include "feedrate/base/read.h"

namespace feedrate {

template <class T>
Value write(const T& data);

template <class S>
void write_fields(const S& data, Value& map) {
  for_each_field<S>([&](const auto& f) {
    const auto& member = data.*(f.member);
    if constexpr (detail::IsOptional<std::decay_t<decltype(member)>>::value) {
      if (member) map.members().push_back({f.name, write(*member)});
    } else {
      map.members().push_back({f.name, write(member)});
    }
  });
}

template <class T>
Value write(const T& data) {
  if constexpr (std::is_same_v<T, Value>) {
    return data;
  } else if constexpr (std::is_same_v<T, bool>) {
    return Value::boolean(data);
  } else if constexpr (std::is_integral_v<T>) {
    return Value::integer(static_cast<std::int64_t>(data));
  } else if constexpr (std::is_floating_point_v<T>) {
    return Value::real(data);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return Value::text(data);
  } else if constexpr (HasNames<T>) {
    return Value::text(name_of(data));
  } else if constexpr (HasTextForm<T>) {
    return Value::text(TextForm<T>::print(data));
  } else if constexpr (detail::IsVector<T>::value || detail::IsArray<T>::value) {
    Value list = Value::list();
    for (const auto& item : data) list.items().push_back(write(item));
    return list;
  } else if constexpr (detail::IsMap<T>::value) {
    Value map = Value::map();
    for (const auto& [key, item] : data) map.members().push_back({key, write(item)});
    return map;
  } else if constexpr (HasAlternatives<T>) {
    Value map = Value::map();
    map.members().push_back({Alternatives<T>::key, Value::text(Alternatives<T>::names[data.index()])});
    std::visit([&](const auto& chosen) { write_fields(chosen, map); }, data);
    return map;
  } else {
    Value map = Value::map();
    write_fields(data, map);
    return map;
  }
}

}  // namespace feedrate
