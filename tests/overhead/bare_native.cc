// The native pipeline in a bare loop: what tools/overhead holds the watched one against. It is watched like any other
// until its solo window is over; from then on it marks nothing and counts its samples once a batch, not one by one.
#include <cstdio>
#include <string>

#include "feedrate/app/native/describe.h"
#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/run_cell.h"
#include "feedrate/base/json.h"
#include "feedrate/host/files.h"
#include "feedrate/native/pipeline/pipeline.h"

namespace feedrate {
namespace {

// More than are drained and in the window of tools/overhead.
constexpr int kWatched = 60;

Status run(const std::string& order_file, const std::string& folder) {
  FEEDRATE_TRY(text, host::read_file(order_file));
  FEEDRATE_TRY(value, parse_json(text, order_file));
  FEEDRATE_TRY(order, contract::read_order(value, order_file));
  FEEDRATE_TRY(marks, app::MarksFile::open(folder, order.cells.front().id));
  FEEDRATE_TRY(definition, app::definition_of(order));
  FEEDRATE_TRY(pipeline, native::Pipeline::build(definition));
  for (int batches = 0; !marks->should_stop(); ++batches) {
    FEEDRATE_TRY(batch, pipeline.next());
    marks->count_sample(static_cast<std::uint64_t>(batch.samples));
    if (batches < kWatched)
      FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(batch.samples), batch.values.size_bytes()));
  }
  return {};
}

}  // namespace
}  // namespace feedrate

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (first.starts_with("--describe=")) {
    const auto depth =
        first == "--describe=static" ? feedrate::contract::Depth::kStatic : feedrate::contract::Depth::kProbe;
    const auto capability = feedrate::contract::write_capability(feedrate::app::describe_native(depth));
    std::printf("%s\n", feedrate::canonical_json(capability).c_str());
    return 0;
  }
  if (argc != 5 || first != "--order" || std::string(argv[3]) != "--marks") {
    std::fputs("usage: bare_native --order FILE --marks DIR\n", stderr);
    return 2;
  }
  if (const auto status = feedrate::run(argv[2], argv[4]); !status) {
    std::fprintf(stderr, "bare_native: %s\n", status.error().text().c_str());
    return 1;
  }
  return 0;
}
