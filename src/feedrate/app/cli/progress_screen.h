// Named progress on standard error: one line that is redrawn on a terminal, plain lines elsewhere.
#pragma once

#include <cstdint>
#include <string>

namespace feedrate::app {

class ProgressScreen {
 public:
  ProgressScreen();
  ~ProgressScreen();
  ProgressScreen(const ProgressScreen&) = delete;
  ProgressScreen& operator=(const ProgressScreen&) = delete;

  // `step` names what is going on and changes seldom; `detail` (counts, rate, time left) changes all the time.
  void show(const std::string& step, const std::string& detail);
  // A line that stays.
  void say(const std::string& line);
  void clear();

 private:
  bool terminal_;
  std::string last_step_;
  std::int64_t last_line_ns_ = 0;
  bool drawn_ = false;
};

}  // namespace feedrate::app
