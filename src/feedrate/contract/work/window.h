// How much is measured in one piece: "200 batches" or "1 epoch".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct Window {
  enum class Unit { kBatches, kEpochs };
  int count = 200;
  Unit unit = Unit::kBatches;
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct TextForm<contract::Window> {
  static constexpr const char* expected = "a number of batches or epochs, such as 200 batches or 1 epoch";
  static constexpr const char* pattern = "^[1-9][0-9]{0,6} (batch|batches|epoch|epochs)$";
  static std::optional<contract::Window> parse(std::string_view text);
  static std::string print(contract::Window window);
};

}  // namespace feedrate
