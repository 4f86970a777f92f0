// Persisted documents open with the name and version of their format; this adds it when writing and checks it when
// reading.
#pragma once

#include "feedrate/base/schema.h"

namespace feedrate::contract {

template <class S>
Expected<S> read_document(const Value& value, const std::string& file, const char* schema) {
  Problems problems(file);
  const Value* found = value.is(Value::Kind::kMap) ? value.find("schema") : nullptr;
  if (found == nullptr)
    problems.missing_key(value, "", "schema", format("\"{}\"", schema));
  else if (!found->is(Value::Kind::kText) || found->as_text() != schema)
    problems.unexpected(*found, "schema", format("\"{}\"; this file is of another kind or version", schema));
  FEEDRATE_TRY_STATUS(problems.status());
  S out{};
  read_fields(value, "", problems, out, "schema");
  FEEDRATE_TRY_STATUS(problems.status());
  return out;
}

template <class S>
Value write_document(const S& data, const char* schema) {
  Value map = Value::map();
  map.set("schema", Value::text(schema));
  write_fields(data, map);
  return map;
}

template <class S>
Value schema_document(const char* schema) {
  Value out = Value::map();
  out.set("$schema", Value::text("https://json-schema.org/draft/2020-12/schema"));
  out.set("title", Value::text(schema));
  Value body = struct_schema<S>("schema", schema);
  for (auto& member : body.members()) out.set(member.key, std::move(member.value));
  return out;
}

}  // namespace feedrate::contract
