#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/share.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/machine.h"
#include "feedrate/host/tree.h"

namespace feedrate::app {
namespace {

Expected<std::int64_t> whole_number(const Arguments& arguments, const std::string& name, std::int64_t otherwise,
                                    std::int64_t low, std::int64_t high) {
  const auto text = arguments.find(name);
  if (!text) return otherwise;
  std::int64_t out = 0;
  auto [end, code] = std::from_chars(text->data(), text->data() + text->size(), out);
  if (code != std::errc() || end != text->data() + text->size() || out < low || out > high)
    return input_error(format("{} {}: expected a whole number from {} to {}", name, *text, low, high));
  return out;
}

// What the native program prints while it makes pictures: a line of JSON a step.
class MakeScreen {
 public:
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
    screen_.show("making photos",
                 format("{} of {} · {:.0f} files/s · {} left", done->as_integer(), total->as_integer(), rate,
                        control::about((total->as_real() - done->as_real()) / std::max(rate, 1e-3))));
  }
  Value made;
  std::string messages;

 private:
  ProgressScreen screen_;
  std::int64_t started_ = host::monotonic_ns();
};

Expected<int> make_dataset(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  const std::string& kind = arguments.get("KIND");
  if (kind != "photos") return input_error(format("\"{}\" is no kind of data set; expected photos", kind));
  const std::string folder = arguments.find("DIR").value_or(kind);
  FEEDRATE_TRY(count, whole_number(arguments, "--num-items", 4096, 1, 10'000'000));
  FEEDRATE_TRY(seed, whole_number(arguments, "--seed", 1, 0, 4'294'967'295));
  const int threads = std::max(1, static_cast<int>(host::this_machine().cpus_effective));
  FEEDRATE_TRY(tree,
               host::Tree::start({{installation.native, "make", "photos", folder, "--count", std::to_string(count),
                                   "--seed", std::to_string(seed), "--threads", std::to_string(threads)},
                                  {}}));
  MakeScreen screen;
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
  std::printf("%lld photos in %s, %.1f MB (%lld were there already)\n", static_cast<long long>(number("made")),
              folder.c_str(), static_cast<double>(number("bytes")) / 1e6, static_cast<long long>(number("kept")));
  return kOk;
}

}  // namespace

Verb dataset_make_verb() {
  return {{"dataset make",
           "data",
           "makes a data set: photos (JPEG, 500x375)",
           "feedrate dataset make photos",
           {{"KIND", "photos"}, {"DIR", "where; ./KIND unless given", false}},
           {{"--num-items", "N", "how many files (4096 unless given)"},
            {"--seed", "N", "another seed gives other pictures (1 unless given)"}}},
          make_dataset};
}

}  // namespace feedrate::app
