// CSV as a table of texts with the lines they stand on: RFC 4180, with comma, semicolon or tab between the fields.
// Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::control {

struct CsvRow {
  int line = 0;
  std::vector<std::string> fields;
};

struct CsvTable {
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;  // each with one field a column
};

// The first line names the columns. Empty lines count for nothing.
Expected<CsvTable> parse_csv(std::string_view text, const std::string& file);

}  // namespace feedrate::control
