// What the native pipeline does to a sample, for callgrind to count: decoding a part of a picture, the fused kernel, or
// the pipeline as a whole. Nothing but that is instrumented. For tools/check_instructions.
#include <valgrind/callgrind.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

#include "feedrate/native/media/aligned.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/pipeline/pipeline.h"
#include "feedrate/native/pipeline/samples.h"
#include "feedrate/native/transform/resize_flip_normalise.h"

namespace feedrate::native {
namespace {

constexpr int kSamples = 16;
constexpr std::uint64_t kSeed = 1;

Definition definition_for(const std::string& folder) {
  Definition out;
  out.folder = folder;
  out.batch = kSamples / 2;
  out.prefetch = 1;
  out.readers = 0;
  out.seed = kSeed;
  return out;
}

class Counting {
 public:
  Counting() { CALLGRIND_START_INSTRUMENTATION; }
  ~Counting() { CALLGRIND_STOP_INSTRUMENTATION; }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;
};

struct Decoded {
  Image image;
  ImageView part;
};

Expected<std::vector<Decoded>> decode_all(const Definition& definition, const Samples& samples) {
  std::vector<Decoded> out(kSamples);
  std::vector<std::uint8_t> buffer;
  JpegDecoder decoder;
  const Counting counting;
  for (std::size_t i = 0; i < kSamples; ++i) {
    FEEDRATE_TRY(bytes, samples.bytes(i, buffer));
    FEEDRATE_TRY(size, decoder.open(bytes));
    Draws draws(kSeed, 0, i);
    FEEDRATE_TRY(part, decoder.decode(draw_box(definition.crop, size, draws), out[i].image));
    out[i].part = part;
  }
  return out;
}

Status count_decode(const Definition& definition) {
  FEEDRATE_TRY(samples, Samples::open(definition));
  FEEDRATE_TRY_STATUS(decode_all(definition, samples));
  return {};
}

Status count_kernel(const Definition& definition) {
  FEEDRATE_TRY(samples, Samples::open(definition));
  FEEDRATE_TRY(decoded, decode_all(definition, samples));
  CALLGRIND_ZERO_STATS;
  const auto [width, height] = Size{definition.crop.width, definition.crop.height};
  Aligned<float> planes(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * kChannels);
  const Linear linear = linear_of(definition.normalise);
  Resizer resizer;
  const Counting counting;
  for (std::size_t i = 0; i < kSamples; ++i)
    resize_flip_normalise(decoded[i].part, width, height, i % 2 == 1, linear, resizer, planes.values());
  return {};
}

// From reading files to whole batches. As many batches as may be made ahead are all that is made, so that it ends by
// itself.
Status count_pipeline(const Definition& definition) {
  std::atomic<int> done = 0;
  const Counting counting;
  FEEDRATE_TRY(pipeline, Pipeline::build(definition, {.made = [&](const SampleTimes&) {
                                           ++done;
                                           done.notify_all();
                                         }}));
  for (int seen = done; seen < kSamples; seen = done) done.wait(seen);
  FEEDRATE_TRY_STATUS(pipeline.next());
  return {};
}

Status count(const std::string& folder, const std::string& part) {
  const auto definition = definition_for(folder);
  if (part == "decode") return count_decode(definition);
  if (part == "kernel") return count_kernel(definition);
  if (part == "pipeline") return count_pipeline(definition);
  return input_error(format("{}: expected decode, kernel or pipeline", part));
}

}  // namespace
}  // namespace feedrate::native

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "counted_work: expected DIR and decode, kernel or pipeline\n");
    return 2;
  }
  if (const feedrate::Status status = feedrate::native::count(argv[1], argv[2]); !status) {
    std::fprintf(stderr, "counted_work: %s\n", status.error().text().c_str());
    return 1;
  }
  std::printf("%d samples\n", feedrate::native::kSamples);
  return 0;
}
