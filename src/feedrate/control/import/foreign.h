// Looking into JSON of which only some keys matter: other tools write keys that we do not know, now or next year, so
// their documents have no field tables. Every wrong value is an error with its place, what was found and what expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/fields.h"
#include "feedrate/base/value.h"

namespace feedrate::control {

// A part of a document, and what messages call it. The document must outlive it.
struct Part {
  const Value* value = nullptr;
  std::string file;
  std::string path = {};  // "benchmarks[3].real_time"
};

// FILE:LINE:COLUMN: PATH is FOUND; expected EXPECTED
[[nodiscard]] Unexpected wrong_part(const Part& part, std::string_view expected);

// What must be there.
Expected<Part> part_in(const Part& map, std::string_view key, Value::Kind kind);
Expected<std::vector<Part>> list_in(const Part& map, std::string_view key);
Expected<std::string> text_in(const Part& map, std::string_view key);
Expected<double> number_in(const Part& map, std::string_view key, const Rule& rule);
Expected<std::int64_t> count_in(const Part& map, std::string_view key);
// A list of times.
Expected<std::vector<double>> seconds_in(const Part& map, std::string_view key);

// What may be missing: facts about the machine that no result depends on. A value of another type counts as missing.
[[nodiscard]] std::string fact_text(const Value* map, std::string_view key);
[[nodiscard]] double fact_number(const Value* map, std::string_view key);
[[nodiscard]] bool fact_flag(const Value* map, std::string_view key);

}  // namespace feedrate::control
