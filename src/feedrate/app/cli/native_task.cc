#include "feedrate/app/cli/native_task.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>

#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/base/json.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/machine.h"
#include "feedrate/host/tree.h"

namespace feedrate::app {
namespace {

// What the native program prints meanwhile: a line of JSON a step.
class TaskScreen {
 public:
  explicit TaskScreen(std::string doing) : doing_(std::move(doing)) {}

  void line(const std::string& text) {
    auto value = parse_json(text, "feedrate-native");
    if (!value || !value->is(Value::Kind::kMap)) {
      messages += text + "\n";
      return;
    }
    if (value->find("made") != nullptr) {
      made = *value;
      return;
    }
    const Value* done = value->find("done");
    const Value* total = value->find("total");
    if (done == nullptr || total == nullptr) return;
    const double seconds = static_cast<double>(host::monotonic_ns() - started_) * 1e-9;
    const double rate = done->as_real() / std::max(seconds, 1e-3);
    screen_.show(doing_, format("{} of {} · {:.0f} files/s · {} left", done->as_integer(), total->as_integer(), rate,
                                control::about((total->as_real() - done->as_real()) / std::max(rate, 1e-3))));
  }
  Value made;
  std::string messages;

 private:
  std::string doing_;
  ProgressScreen screen_;
  std::int64_t started_ = host::monotonic_ns();
};

Expected<FilesMade> run_task(std::vector<std::string> words, const std::string& doing,
                             const Installation& installation) {
  const int threads = std::max(1, static_cast<int>(host::this_machine().cpus_effective));
  words.insert(words.begin(), installation.native);
  words.insert(words.end(), {"--threads", std::to_string(threads)});
  FEEDRATE_TRY(tree, host::Tree::start({words, {}}));
  TaskScreen screen(doing);
  std::string partial;
  const auto take = [&] {
    char buffer[16384];
    for (ssize_t n = 0; (n = read(tree.output(), buffer, sizeof buffer)) > 0;)
      partial.append(buffer, static_cast<std::size_t>(n));
    for (std::size_t end = 0; (end = partial.find('\n')) != std::string::npos; partial.erase(0, end + 1))
      screen.line(partial.substr(0, end));
  };
  while (!tree.ending()) {
    if (was_interrupted()) return Unexpected(Error{Fault::kInterrupted, "interrupted; the same command continues", {}});
    pollfd waiting[2] = {{tree.output(), POLLIN, 0}, {tree.events(), POLLIN, 0}};
    poll(waiting, 2, 100);
    take();
    if ((waiting[0].revents & POLLHUP) != 0) poll(&waiting[1], 1, 100);
  }
  take();
  if (tree.ending()->code != 0 || tree.ending()->signal != 0) {
    std::string said = screen.messages;
    while (!said.empty() && said.back() == '\n') said.pop_back();
    if (said.starts_with("feedrate-native: ")) said.erase(0, 17);
    Error error{tree.ending()->code == 2 ? Fault::kInput : Fault::kFailed,
                said.empty() ? "feedrate-native failed without a word" : said,
                {}};
    return Unexpected(std::move(error));
  }
  const auto number = [&](const char* key) {
    return screen.made.find(key) != nullptr ? screen.made.find(key)->as_integer() : 0;
  };
  return FilesMade{number("made"), number("kept"), number("bytes")};
}

}  // namespace

Expected<FilesMade> make_dataset_files(const DatasetAsked& asked, const Installation& installation) {
  std::vector<std::string> words = {
      "make", asked.kind, asked.folder, "--count", std::to_string(asked.count), "--seed", std::to_string(asked.seed)};
  words.insert(words.end(), asked.options.begin(), asked.options.end());
  return run_task(std::move(words), "making " + asked.kind, installation);
}

Expected<FilesMade> pack_files(const std::string& from, const std::string& to, const Installation& installation) {
  return run_task({"pack", from, to}, "packing", installation);
}

}  // namespace feedrate::app
