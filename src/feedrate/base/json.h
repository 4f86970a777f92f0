// JSON in and out. Reading is strict: duplicate keys, numbers beyond 64 bits, depth over 64, NaN and bytes after the
// end are errors with line and column. Writing has one canonical form, which is what gets hashed.
#pragma once

#include <string>
#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"

namespace feedrate {

inline constexpr int kDeepest = 64;

// `name` is what messages call the text, usually a file name.
Expected<Value> parse_json(std::string_view text, std::string_view name);

// One line, keys sorted, no blanks, numbers as the shortest decimal text that reads back to the same number.
std::string canonical_json(const Value& value);

// The same data for people: two blanks a level, keys in the order they were set.
std::string pretty_json(const Value& value);

// Shortest decimal text of a number; integral numbers without point. Never NaN or infinite.
std::string decimal(double number);

// The same number without an exponent, for people and for quantities: 100000, not 1e+05.
std::string plain_decimal(double number);

}  // namespace feedrate
