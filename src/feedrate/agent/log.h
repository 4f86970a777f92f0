// What a subject prints, kept within bounds: the first and the last part, and how much there was in all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace feedrate::agent {

class Log {
 public:
  static constexpr std::size_t kHead = 64 * 1024;
  static constexpr std::size_t kTail = 64 * 1024;

  void add(std::string_view text);
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  // With a line that says how much was cut.
  [[nodiscard]] std::string text() const;
  // The last line that is not blank: what a failing program says last is usually why.
  [[nodiscard]] std::string last_line() const;

 private:
  std::int64_t bytes_ = 0;
  std::string head_;
  std::string tail_;  // up to twice kTail, cut back when longer
};

}  // namespace feedrate::agent
