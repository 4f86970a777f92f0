// The native pipeline in a bare loop: what tools/overhead holds the watched one against. It is watched like any other
// until its solo window is over; from then on it marks nothing and counts its samples once a batch, not one by one.
#include "feedrate/app/native/marks_file.h"
#include "feedrate/native/pipeline/pipeline.h"
#include "native_subject.h"

namespace feedrate {
namespace {

// More than are drained and in the window of tools/overhead.
constexpr int kWatched = 60;

Status run(const std::string& order_file, const std::string& folder) {
  FEEDRATE_TRY(order, order_in(order_file));
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
  return feedrate::native_subject("bare_native", std::span(argv, argv + argc).subspan(1), feedrate::run);
}
