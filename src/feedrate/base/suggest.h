// Words for messages about choices: the nearest known word to a misspelt one, and lists as a person writes them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace feedrate {

// The choice within two edits (one for words under five letters), or empty.
std::string nearest(std::string_view word, std::span<const std::string> choices);

// "a, b or c"
std::string either(std::span<const std::string> choices);

// What one of several names was expected to be, where `word` was found: "a, b or c; did you mean b?". Of many names
// only the nearest, where there is one.
std::string one_of(std::span<const std::string> choices, std::string_view word);

}  // namespace feedrate
