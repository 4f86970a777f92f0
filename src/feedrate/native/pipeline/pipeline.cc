#include "feedrate/native/pipeline/pipeline.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <system_error>

#include "feedrate/native/pipeline/running.h"

namespace feedrate::native {

namespace {

// Whoever reads from the page cache waits for less; then who decodes reads. However long copying takes, another thread
// would only take the CPU from those that decode.
constexpr double kSlowRead = 0.1e-3;
// For each thread, which decodes about one in a millisecond; with room for reads that take longer than most.
constexpr double kReadersASecond = 2000;
constexpr int kMostReaders = 256;

Expected<int> readers_for(const Definition& definition, const Samples& samples) {
  if (definition.source == Source::kMemory) return 0;
  if (definition.readers) return *definition.readers;
  FEEDRATE_TRY(seconds, samples.seconds_waiting());
  if (seconds < kSlowRead) return 0;
  return std::clamp(static_cast<int>(std::ceil(kReadersASecond * definition.threads * seconds)), 1, kMostReaders);
}

}  // namespace

Pipeline::Pipeline(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;
Pipeline::~Pipeline() = default;

Expected<Pipeline> Pipeline::build(const Definition& definition, Watch watch) {
  FEEDRATE_TRY_STATUS(check(definition));
  try {
    // Whether there is anything to decode videos with is known before the first.
    if (definition.kind == SampleKind::kVideos) FEEDRATE_TRY_STATUS(VideoDecoder::make(definition.seek));
    FEEDRATE_TRY(samples, Samples::open(definition));
    FEEDRATE_TRY(readers, readers_for(definition, samples));
    return Pipeline(std::make_unique<Running>(definition, std::move(samples), readers, std::move(watch)));
  } catch (const std::system_error& error) {
    return failure(format("cannot start the pipeline's threads: {}", error.what()));
  } catch (const std::bad_alloc&) {
    return failure(format(
        "not enough memory for {} batches of {} samples of {} x {} x {}{}; use a smaller batch or prefetch",
        definition.prefetch + 1, definition.batch, definition.frames, definition.crop.height, definition.crop.width,
        definition.source == Source::kMemory ? " and all files of " + definition.folder : ""));
  }
}

Expected<BatchView> Pipeline::next() { return running_->next(); }
void Pipeline::settle() { running_->settle(); }
std::int64_t Pipeline::idle_ns() const { return running_->idle_ns(); }

int Pipeline::batches_in_flight() const { return running_->slots(); }
std::uint64_t Pipeline::batches_per_epoch() const { return running_->batches_per_epoch(); }
std::uint64_t Pipeline::items() const { return running_->items(); }
int Pipeline::readers() const { return running_->readers(); }

}  // namespace feedrate::native
