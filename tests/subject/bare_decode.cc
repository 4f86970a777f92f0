// Decodes the same parts of the same pictures as the native pipeline, with as many threads, and does nothing with them:
// what is left of the machine's limit by everything else that the pipeline does. For tools/ruler.
#include <atomic>
#include <thread>
#include <vector>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/pipeline/samples.h"
#include "feedrate/native/storage/order.h"
#include "native_subject.h"

namespace feedrate {
namespace {

class Decoding {
 public:
  Decoding(const native::Definition& definition, native::Samples samples, app::MarksFile& marks)
      : definition_(definition), samples_(std::move(samples)), marks_(marks) {
    for (int i = 0; i < definition_.threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Decoding() {
    stopping_ = true;
    for (auto& thread : threads_) thread.join();
  }
  Decoding(const Decoding&) = delete;
  Decoding& operator=(const Decoding&) = delete;

  // Until that many are done.
  void wait_for(std::uint64_t samples) {
    for (auto done = done_.load(); done < samples; done = done_.load()) done_.wait(done);
  }

 private:
  void work() {
    const std::uint64_t whole = samples_.size() / batch() * batch();
    native::JpegDecoder decoder;
    native::Image image;
    std::vector<std::uint8_t> buffer;
    while (!stopping_) {
      const std::uint64_t ticket = next_++;
      const std::uint64_t epoch = ticket / whole;
      const std::uint64_t index = native::Order(samples_.size(), definition_.seed, epoch).at(ticket % whole);
      const auto bytes = samples_.bytes(index, buffer);
      const auto size = bytes ? decoder.open(*bytes) : Expected<native::Size>(native::Size{});
      native::Draws draws(definition_.seed, epoch, index);
      // The pipeline reads the same files and says what is wrong with them.
      if (!bytes || !size || !decoder.decode(native::draw_box(definition_.crop, *size, draws), image)) std::abort();
      marks_.count_sample();
      if (++done_ % batch() == 0) done_.notify_all();
    }
  }

  [[nodiscard]] std::uint64_t batch() const { return static_cast<std::uint64_t>(definition_.batch); }

  const native::Definition definition_;
  const native::Samples samples_;
  app::MarksFile& marks_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopping_ = false;
  std::vector<std::thread> threads_;
};

Status run(const std::string& order_file, const std::string& folder) {
  FEEDRATE_TRY(order, order_in(order_file));
  FEEDRATE_TRY(marks, app::MarksFile::open(folder, order.cells.front().id));
  FEEDRATE_TRY(definition, app::definition_of(order));
  FEEDRATE_TRY(samples, native::Samples::open(definition));
  const auto batch = static_cast<std::uint32_t>(definition.batch);
  Decoding decoding(definition, std::move(samples), *marks);
  for (std::uint64_t batches = 1; !marks->should_stop(); ++batches) {
    decoding.wait_for(batches * batch);
    FEEDRATE_TRY_STATUS(marks->batch(batch, 0));
  }
  return {};
}

}  // namespace
}  // namespace feedrate

int main(int argc, char** argv) {
  return feedrate::native_subject("bare_decode", std::span(argv, argv + argc).subspan(1), feedrate::run);
}
