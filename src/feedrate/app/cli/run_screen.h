// What a campaign looks like while it runs, and the store it runs in. Shared by run and gate.
#pragma once

#include <optional>
#include <string>

#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/control/campaign/run_plan.h"

namespace feedrate::app {

class RunScreen {
 public:
  // `predicted`: seconds that all of it may take.
  explicit RunScreen(double predicted);

  // Valid as long as the screen.
  control::RunHooks hooks();
  void say(const std::string& line) { screen_.say(line); }

 private:
  void show(const control::RunEvent& event);
  bool wait_for_quiet();
  [[nodiscard]] std::optional<double> left(const control::RunEvent& event) const;

  ProgressScreen screen_;
  double predicted_;
  std::int64_t started_;
};

// The only one to work in this run's folder, after what an interrupted call left was put away.
Expected<host::Lock> take_over(control::Store& store);

}  // namespace feedrate::app
