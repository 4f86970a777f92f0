#include <charconv>
#include <cstdio>

#include "feedrate/app/cli/native_task.h"
#include "feedrate/app/cli/share.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/verb.h"

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

constexpr std::pair<const char*, const char*> kOptionsOf[] = {
    {"--channels", "arrays"}, {"--codec", "videos"}, {"--gop", "videos"}};

Expected<int> make_dataset(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  const std::string& kind = arguments.get("KIND");
  if (kind != "photos" && kind != "arrays" && kind != "videos")
    return input_error(format("\"{}\" is no kind of data set; expected photos, arrays or videos", kind));
  for (const auto& [option, of] : kOptionsOf)
    if (kind != of && arguments.has(option)) return input_error(format("{} is of {}, not of {}", option, of, kind));
  const std::string folder = arguments.find("DIR").value_or(kind);
  FEEDRATE_TRY(count, whole_number(arguments, "--num-items", kind == "videos" ? 64 : 4096, 1, 10'000'000));
  FEEDRATE_TRY(seed, whole_number(arguments, "--seed", 1, 0, 4'294'967'295));
  FEEDRATE_TRY(channels, whole_number(arguments, "--channels", 9, 1, 256));
  FEEDRATE_TRY(gop, whole_number(arguments, "--gop", 30, 1, 1000));
  const std::string codec = arguments.find("--codec").value_or("h264");
  FEEDRATE_TRY(made, make_dataset_files({kind, folder, count, seed, channels, codec, gop}, installation));
  std::printf("%lld %s in %s, %.1f MB (%lld were there already)\n", static_cast<long long>(made.count), kind.c_str(),
              folder.c_str(), static_cast<double>(made.bytes) / 1e6, static_cast<long long>(made.kept));
  return kOk;
}

}  // namespace

Verb dataset_make_verb() {
  return {{"dataset make",
           "data",
           "makes a data set: photos (JPEG, 500x375), arrays (.npy, 256x256) or videos (MP4, 320x240)",
           "feedrate dataset make photos",
           {{"KIND", "photos, arrays or videos"}, {"DIR", "where; ./KIND unless given", false}},
           {{"--num-items", "N", "how many files (4096 unless given; 64 videos)"},
            {"--seed", "N", "another seed gives other pictures (1 unless given)"},
            {"--channels", "N", "of arrays (9 unless given)"},
            {"--codec", "NAME", "of videos: h264 unless given, hevc, vp9 or mpeg4"},
            {"--gop", "N", "of videos: frames from one that needs no other to the next (30 unless given)"}}},
          make_dataset};
}

}  // namespace feedrate::app
