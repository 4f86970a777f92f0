// What the modes of a watched program's loader are called in documents.
#pragma once

#include <array>
#include <utility>

#include "feedrate/base/fields.h"
#include "feedrate/contract/marks/format.h"

namespace feedrate {

template <>
struct Names<contract::marks::Mode> {
  static constexpr std::array<std::pair<contract::marks::Mode, const char*>, 5> names = {
      {{contract::marks::Mode::kReal, "real"},
       {contract::marks::Mode::kReplay, "replay"},
       {contract::marks::Mode::kLoader, "loader"},
       {contract::marks::Mode::kEnd, "end"},
       {contract::marks::Mode::kOff, "off"}}};
};

}  // namespace feedrate
