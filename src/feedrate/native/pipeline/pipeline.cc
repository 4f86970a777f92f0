#include "feedrate/native/pipeline/pipeline.h"

#include <new>

#include "feedrate/native/pipeline/running.h"

namespace feedrate::native {

Pipeline::Pipeline(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;
Pipeline::~Pipeline() = default;

Expected<Pipeline> Pipeline::build(const Definition& definition, SampleDone sample_done) {
  FEEDRATE_TRY_STATUS(check(definition));
  try {
    FEEDRATE_TRY(samples, Samples::open(definition));
    return Pipeline(std::make_unique<Running>(definition, std::move(samples), std::move(sample_done)));
  } catch (const std::bad_alloc&) {
    return failure(
        format("not enough memory for {} batches of {} samples of {} x {}{}; use a smaller batch or prefetch",
               definition.prefetch + 1, definition.batch, definition.crop.height, definition.crop.width,
               definition.source == Source::kMemory ? " and all files of " + definition.folder : ""));
  }
}

Expected<BatchView> Pipeline::next() { return running_->next(); }

int Pipeline::batches_in_flight() const { return running_->slots(); }
std::uint64_t Pipeline::batches_per_epoch() const { return running_->batches_per_epoch(); }
std::uint64_t Pipeline::items() const { return running_->items(); }

}  // namespace feedrate::native
