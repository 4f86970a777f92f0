#include "feedrate/app/cli/tolerance.h"

#include "feedrate/base/units.h"
#include "feedrate/control/judge/verdict.h"

namespace feedrate::app {

Option tolerance_option(const char* doc) { return {"--tolerance", "SHARE", doc}; }

Expected<double> tolerance_of(const Arguments& arguments, double otherwise) {
  double tolerance = otherwise;
  if (const auto text = arguments.find("--tolerance")) {
    const auto share = TextForm<Share>::parse(*text);
    if (!share) return input_error(format("--tolerance {}: expected {}", *text, TextForm<Share>::expected));
    tolerance = share->share;
  }
  FEEDRATE_TRY_STATUS(control::check_tolerance(tolerance));
  return tolerance;
}

}  // namespace feedrate::app
