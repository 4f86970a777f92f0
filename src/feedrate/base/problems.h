// Collects what is wrong with one input, so that a person sees all of it at once. Each line names the place, the key,
// what was found, what was expected, and where it helps, what to type.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"

namespace feedrate {

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  // FILE:LINE:COLUMN: MESSAGE
  void add(const Position& at, std::string_view message);
  // PATH is FOUND; expected EXPECTED
  void unexpected(const Value& found, std::string_view path, std::string_view expected);
  void unknown_key(const Value::Member& member, std::string_view path, std::span<const std::string> known);
  void missing_key(const Value& map, std::string_view path, std::string_view key, std::string_view expected);

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  // All lines as one input error, or success.
  [[nodiscard]] Status status() const;

 private:
  std::string file_;
  std::vector<std::string> lines_;
};

}  // namespace feedrate
