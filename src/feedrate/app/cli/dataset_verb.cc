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
    {"--format", "photos"},   {"--size", "photos"},  {"--quality", "photos"}, {"--subsampling", "photos"},
    {"--channels", "arrays"}, {"--codec", "videos"}, {"--gop", "videos"}};

Expected<int> make_dataset(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  const std::string& kind = arguments.get("KIND");
  if (kind != "photos" && kind != "arrays" && kind != "videos" && kind != "tokens")
    return input_error(format("\"{}\" is no kind of data set; expected photos, arrays, videos or tokens", kind));
  std::vector<std::string> options;
  for (const auto& [option, of] : kOptionsOf) {
    const auto value = arguments.find(option);
    if (!value) continue;
    if (kind != of) return input_error(format("{} is of {}, not of {}", option, of, kind));
    options.insert(options.end(), {option, *value});
  }
  const std::string folder = arguments.find("DIR").value_or(kind);
  FEEDRATE_TRY(count,
               whole_number(arguments, "--num-items", kind == "videos" || kind == "tokens" ? 64 : 4096, 1, 10'000'000));
  FEEDRATE_TRY(seed, whole_number(arguments, "--seed", 1, 0, 4'294'967'295));
  FEEDRATE_TRY_STATUS(whole_number(arguments, "--channels", 9, 1, 256));
  FEEDRATE_TRY_STATUS(whole_number(arguments, "--gop", 30, 1, 1000));
  FEEDRATE_TRY(made, make_dataset_files({kind, folder, count, seed, options}, installation));
  std::printf("%lld %s in %s, %.1f MB (%lld were there already)\n", static_cast<long long>(made.count), kind.c_str(),
              folder.c_str(), static_cast<double>(made.bytes) / 1e6, static_cast<long long>(made.kept));
  return kOk;
}

}  // namespace

Verb dataset_make_verb() {
  return {{"dataset make",
           "data",
           "makes a data set: photos (JPEG or PNG), arrays (.npy), videos (MP4) or tokens",
           "feedrate dataset make photos",
           {{"KIND", "photos, arrays, videos or tokens"}, {"DIR", "where; ./KIND unless given", false}},
           {{"--num-items", "N", "how many files (4096 unless given; 64 of videos and tokens)"},
            {"--seed", "N", "another seed gives other pictures (1 unless given)"},
            {"--format", "NAME", "of photos: jpeg unless given, or png"},
            {"--size", "WxH", "of photos (500x375 unless given)"},
            {"--quality", "N", "of JPEG photos, 1 to 100 (unless given so that files have 50 to 110 KB)"},
            {"--subsampling", "NAME", "of JPEG photos: 420 unless given, 422 or 444"},
            {"--channels", "N", "of arrays (9 unless given)"},
            {"--codec", "NAME", "of videos: h264 unless given, hevc, vp9 or mpeg4"},
            {"--gop", "N", "of videos: frames from one that needs no other to the next (30 unless given)"}}},
          make_dataset};
}

}  // namespace feedrate::app
