// The native pipeline with a known share of more work: one sample in EVERY is read, decoded and cropped twice; 0: none.
// The subjects of tools/gate_campaign.
//
//   native_with_more EVERY --order FILE --marks DIR
//   native_with_more EVERY --samples N DIR      makes N samples in a bare loop and ends, for tools that time commands
#include <atomic>
#include <cstdlib>
#include <memory>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/native/media/aligned.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/pipeline/pipeline.h"
#include "feedrate/native/storage/folder.h"
#include "feedrate/native/transform/resize_flip_normalise.h"
#include "native_subject.h"

namespace feedrate {
namespace {

// Called by several threads.
class MoreWork {
 public:
  static Expected<std::unique_ptr<MoreWork>> open(const native::Definition& definition, std::uint64_t every) {
    FEEDRATE_TRY(folder, native::Folder::list(definition.folder, native::SampleKind::kPhotos));
    return std::unique_ptr<MoreWork>(new MoreWork(definition, std::move(folder), every));
  }

  void sample_done() {
    const std::uint64_t done = ++done_;
    if (every_ == 0 || done % every_ != 0) return;
    // A stride that visits every picture before it comes back to the first.
    make(done / every_ * 7919 % folder_.files().size());
  }

 private:
  struct Desk {
    std::vector<std::uint8_t> bytes;
    native::JpegDecoder decoder;
    native::Image image;
    native::Resizer resizer;
    native::Aligned<float> planes;
  };
  MoreWork(const native::Definition& definition, native::Folder folder, std::uint64_t every)
      : definition_(definition),
        folder_(std::move(folder)),
        linear_(native::linear_of(definition.normalise)),
        every_(every) {}

  void make(std::size_t index) const {
    thread_local Desk desk;
    const auto& crop = definition_.crop;
    const auto values = native::kChannels * static_cast<std::size_t>(crop.width * crop.height);
    if (desk.planes.values().size() != values) desk.planes = native::Aligned<float>(values);
    // The pipeline reads the same files and says what is wrong with them.
    if (!folder_.read(index, desk.bytes)) return;
    const auto size = desk.decoder.open(desk.bytes);
    if (!size) return;
    native::Draws draws(definition_.seed + 1, done_, index);
    const auto part = desk.decoder.decode(native::draw_box(crop, *size, draws), desk.image);
    if (!part) return;
    native::resize_flip_normalise(*part, crop.width, crop.height, native::draw_flip(definition_.flip, draws), linear_,
                                  desk.resizer, desk.planes.values());
  }

  native::Definition definition_;
  native::Folder folder_;
  native::Linear linear_;
  std::uint64_t every_;
  std::atomic<std::uint64_t> done_ = 0;
};

Status run(std::uint64_t every, const std::string& order_file, const std::string& folder) {
  FEEDRATE_TRY(order, order_in(order_file));
  FEEDRATE_TRY(marks, app::MarksFile::open(folder, order.cells.front().id));
  FEEDRATE_TRY(definition, app::definition_of(order));
  FEEDRATE_TRY(more, MoreWork::open(definition, every));
  FEEDRATE_TRY(pipeline, native::Pipeline::build(definition, {.made = [&](const native::SampleTimes&) {
                                                   more->sample_done();
                                                   marks->count_sample();
                                                 }}));
  while (!marks->should_stop()) {
    FEEDRATE_TRY(batch, pipeline.next());
    if (batch.first_of_epoch() && batch.epoch > 0) FEEDRATE_TRY_STATUS(marks->epoch(batch.epoch - 1));
    FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(batch.samples), batch.values.size_bytes()));
  }
  return {};
}

// The recipe imagenet-train with two threads, as the campaign's experiment asks for.
Status run_bare(std::uint64_t every, std::uint64_t samples, const std::string& folder) {
  native::Definition definition;
  definition.folder = folder;
  definition.batch = 16;
  definition.threads = 2;
  definition.prefetch = 4;
  FEEDRATE_TRY(more, MoreWork::open(definition, every));
  FEEDRATE_TRY(pipeline,
               native::Pipeline::build(definition, {.made = [&](const native::SampleTimes&) { more->sample_done(); }}));
  for (std::uint64_t done = 0; done < samples;) {
    FEEDRATE_TRY(batch, pipeline.next());
    done += static_cast<std::uint64_t>(batch.samples);
  }
  return {};
}

}  // namespace
}  // namespace feedrate

int main(int argc, char** argv) {
  const std::span<char*> words(argv, argv + argc);
  if (argc < 3) {
    std::fputs("usage: native_with_more EVERY --order FILE --marks DIR\n", stderr);
    return 2;
  }
  const std::uint64_t every = std::strtoull(argv[1], nullptr, 10);
  if (argc == 5 && std::string_view(argv[2]) == "--samples") {
    const auto status = feedrate::run_bare(every, std::strtoull(argv[3], nullptr, 10), argv[4]);
    if (!status) std::fprintf(stderr, "native_with_more: %s\n", status.error().text().c_str());
    return status ? 0 : 1;
  }
  return feedrate::native_subject("native_with_more", words.subspan(2), [&](const char* order, const char* marks) {
    return feedrate::run(every, order, marks);
  });
}
