#include "feedrate/control/plan/fit.h"

namespace feedrate::control {
namespace {

// Of an interpreter before its first worker, and of each worker with its queues; torch 2.13 has 6 and 5, and marks and
// data take a few more.
constexpr std::int64_t kFilesOfAProcess = 16;
constexpr std::int64_t kFilesOfAWorker = 5;

std::int64_t bytes_of(contract::Dtype dtype) {
  switch (dtype) {
    case contract::Dtype::kFloat32:
      return 4;
    case contract::Dtype::kUint8:
      return 1;
    case contract::Dtype::kInt64:
      return 8;
  }
  return 8;
}

// Values of a pixel, in all frames.
std::int64_t values_of(const contract::Media& media) {
  if (const auto* arrays = std::get_if<contract::Multichannel>(&media)) return arrays->channels;
  const auto* video = std::get_if<contract::Video>(&media);
  return std::int64_t{3} * (video != nullptr ? video->frames : 1);
}

// Of one sample as the recipe hands it out; absent where the recipe does not fix its size.
std::optional<std::int64_t> sample_bytes(const contract::CaseSpec& what) {
  const auto* loader = std::get_if<contract::LoaderWork>(&what.work);
  if (loader == nullptr) return {};
  if (const auto* tokens = std::get_if<contract::Tokens>(&loader->media))
    return tokens->length * bytes_of(loader->recipe.output.dtype);
  for (const auto& operation : loader->recipe.operations)
    if (const auto* crop = std::get_if<contract::RandomResizedCrop>(&operation))
      return values_of(loader->media) * crop->size[0] * crop->size[1] * bytes_of(loader->recipe.output.dtype);
  return {};
}

double megabytes(std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; }

}  // namespace

std::optional<std::string> reason_not_to_fit(const MachineFacts& machine, const contract::Capability& capability,
                                             const contract::CaseSpec& what) {
  if (what.settings.device == contract::Device::kCuda && machine.no_gpu)
    return format("this machine has no GPU: {}", *machine.no_gpu);
  // Only a subject in an interpreter has workers that are processes.
  if (!capability.interpreter || what.settings.workers == 0) return {};
  const std::int64_t batches = contract::in_flight(capability.in_flight, what.settings);
  if (const auto sample = sample_bytes(what); sample && machine.shm_free) {
    const std::int64_t batch = *sample * what.settings.batch;
    if (batches * batch > *machine.shm_free)
      return format(
          "its workers may have {} batches of {:.0f} MB in /dev/shm, together {:.0f} MB, and {:.0f} MB are free there; "
          "use fewer workers, less prefetch or a smaller batch, or make it larger (feedrate doctor says how)",
          batches, megabytes(batch), megabytes(batches * batch), megabytes(*machine.shm_free));
  }
  const std::int64_t files = kFilesOfAProcess + kFilesOfAWorker * what.settings.workers + batches;
  if (machine.open_files && files > *machine.open_files)
    return format("it may need {} open files at once, and {} are allowed (ulimit -n)", files, *machine.open_files);
  return {};
}

}  // namespace feedrate::control
