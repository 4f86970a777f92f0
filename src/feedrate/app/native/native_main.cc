// feedrate-native: the subject `native`, and the tasks that need a codec. Started by the agent and by the CLI, not by
// people; it measures nothing.
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/app/native/describe.h"
#include "feedrate/app/native/modes.h"
#include "feedrate/app/native/probe_set.h"
#include "feedrate/app/native/run_cell.h"
#include "feedrate/app/native/run_decode.h"
#include "feedrate/app/native/run_stages.h"
#include "feedrate/app/native/run_step.h"
#include "feedrate/app/native/run_tokens.h"
#include "feedrate/app/native/run_transform.h"
#include "feedrate/base/json.h"
#include "feedrate/host/files.h"
#include "feedrate/native/storage/sample_files.h"
#include "feedrate/native/task/arrays.h"
#include "feedrate/native/task/pack.h"
#include "feedrate/native/task/photos.h"
#include "feedrate/native/task/tokens.h"
#include "feedrate/native/task/videos.h"

namespace feedrate::app {
namespace {

constexpr const char* kUsage =
    "usage: feedrate-native SUBJECT --order FILE --marks DIR      SUBJECT: native, native-fast or native-scaled\n"
    "       feedrate-native SUBJECT --order FILE --apply DIR [--batches N]\n"
    "       feedrate-native SUBJECT --describe=static|probe\n"
    "       feedrate-native stages --order FILE --turns N [--trace FILE]\n"
    "       feedrate-native make photos DIR --count N --seed N --threads N [--format jpeg|png] [--size WxH]\n"
    "                                       [--quality N] [--subsampling 420|422|444]\n"
    "       feedrate-native make arrays DIR --count N --seed N --threads N [--channels N]\n"
    "       feedrate-native make videos DIR --count N --seed N --threads N [--codec NAME] [--gop N]\n"
    "       feedrate-native make tokens DIR --count N --seed N --threads N\n"
    "       feedrate-native make probe DIR [--format jpeg|png]\n"
    "       feedrate-native pack FROM TO --threads N\n"
    "       feedrate-native list photos|arrays|videos|pngs ARCHIVE";

std::optional<std::string> option(const std::vector<std::string>& words, std::string_view name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == name) return words[i + 1];
  return {};
}

Expected<std::uint64_t> number(const std::vector<std::string>& words, std::string_view name) {
  const auto text = option(words, name);
  std::uint64_t out = 0;
  if (text) {
    auto [end, code] = std::from_chars(text->data(), text->data() + text->size(), out);
    if (code == std::errc() && end == text->data() + text->size()) return out;
  }
  return input_error(format("{} needs a whole number\n{}", name, kUsage));
}

Expected<std::uint64_t> number_or(const std::vector<std::string>& words, std::string_view name,
                                  std::uint64_t otherwise) {
  return option(words, name) ? number(words, name) : otherwise;
}

Expected<contract::SubjectOrder> order_in(const std::string& file) {
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  return contract::read_order(value, file);
}

Status run(const std::vector<std::string>& words) {
  const auto order = option(words, "--order");
  const auto marks = option(words, "--marks");
  const auto applied = option(words, "--apply");
  if (!order || marks.has_value() == applied.has_value()) return input_error(kUsage);
  FEEDRATE_TRY(parsed, order_in(*order));
  const auto& work = parsed.cells.front().what.work;
  if (const auto* transform = std::get_if<contract::TransformWork>(&work))
    return applied ? apply_transform(*transform, *applied) : run_transform(parsed, *transform, *marks);
  if (const auto* decode = std::get_if<contract::DecodeWork>(&work))
    return applied ? apply_decode(*decode, *applied, mode_of(parsed.subject)) : run_decode(parsed, *decode, *marks);
  const auto* loader = std::get_if<contract::LoaderWork>(&work);
  if (loader != nullptr && std::holds_alternative<contract::Tokens>(loader->media) && marks)
    return run_tokens(parsed, *loader, *marks);
  if (applied) {
    FEEDRATE_TRY(batches, number_or(words, "--batches", 0));
    return apply_cell(parsed, *applied, batches);
  }
  if (const auto* step = std::get_if<contract::StepWork>(&work)) return run_step(parsed, *step, *marks);
  return run_cell(parsed, *marks);
}

Status stages(const std::vector<std::string>& words) {
  const auto file = option(words, "--order");
  if (!file) return input_error(kUsage);
  FEEDRATE_TRY(turns, number(words, "--turns"));
  FEEDRATE_TRY(order, order_in(*file));
  FEEDRATE_TRY(found, run_stages(order, static_cast<int>(turns), option(words, "--trace").value_or("")));
  std::puts(canonical_json(contract::write_stage_trial(found)).c_str());
  return {};
}

// One line a step on standard output, for the CLI to draw.
void print_progress(std::uint64_t done, std::uint64_t total) {
  std::printf("{\"done\":%llu,\"total\":%llu}\n", static_cast<unsigned long long>(done),
              static_cast<unsigned long long>(total));
  std::fflush(stdout);
}

void print_made(std::uint64_t files, std::uint64_t kept, std::uint64_t bytes) {
  std::printf("{\"made\":%llu,\"kept\":%llu,\"bytes\":%llu}\n", static_cast<unsigned long long>(files),
              static_cast<unsigned long long>(kept), static_cast<unsigned long long>(bytes));
}

Expected<native::DatasetMade> make_kind(native::SampleKind kind, const std::vector<std::string>& words) {
  const std::string& folder = words[2];
  FEEDRATE_TRY(count, number(words, "--count"));
  FEEDRATE_TRY(seed, number(words, "--seed"));
  FEEDRATE_TRY(wanted_threads, number(words, "--threads"));
  const auto threads = static_cast<int>(wanted_threads);
  if (kind == native::SampleKind::kPhotos) {
    FEEDRATE_TRY(style, native::photo_style(option(words, "--format"), option(words, "--size"),
                                            option(words, "--quality"), option(words, "--subsampling")));
    return native::make_photos({folder, count, seed, threads, style}, print_progress);
  }
  if (kind == native::SampleKind::kArrays) {
    FEEDRATE_TRY(channels, number_or(words, "--channels", 9));
    return native::make_arrays({folder, count, seed, static_cast<int>(channels), threads}, print_progress);
  }
  if (kind == native::SampleKind::kTokens) return native::make_tokens({folder, count, seed, threads}, print_progress);
  FEEDRATE_TRY(gop, number_or(words, "--gop", 30));
  const auto codec = option(words, "--codec").value_or("h264");
  return native::make_videos({folder, count, seed, codec, static_cast<int>(gop), threads}, print_progress);
}

Status make(const std::vector<std::string>& words) {
  if (words.size() >= 3 && words[1] == "probe") {
    FEEDRATE_TRY(style, native::photo_style(option(words, "--format"), {}, {}, {}));
    return make_probe_set(words[2], style.format);
  }
  const auto kind = words.size() >= 3 ? native::kind_of(words[1]) : std::nullopt;
  if (!kind || kind == native::SampleKind::kPngs) return input_error(kUsage);
  FEEDRATE_TRY(made, make_kind(*kind, words));
  print_made(made.count, made.kept, made.bytes);
  return {};
}

Status pack(const std::vector<std::string>& words) {
  if (words.size() < 3) return input_error(kUsage);
  FEEDRATE_TRY(threads, number(words, "--threads"));
  FEEDRATE_TRY(packed, native::pack({words[1], words[2], static_cast<int>(threads)}, print_progress));
  print_made(packed.files, packed.kept, packed.bytes);
  return {};
}

// How many samples it holds, and their fingerprint: for the CLI, which knows no archives.
Status list(const std::vector<std::string>& words) {
  const auto kind = words.size() == 3 ? native::kind_of(words[1]) : std::nullopt;
  if (!kind) return input_error(kUsage);
  FEEDRATE_TRY(files, native::SampleFiles::open(words[2], *kind));
  std::printf("{\"items\":%zu,\"fingerprint\":\"%s\"}\n", files.count(), files.fingerprint().c_str());
  return {};
}

Status describe(NativeMode mode, contract::Depth depth) {
  std::puts(canonical_json(contract::write_capability(describe_native(mode, depth))).c_str());
  return {};
}

Status dispatch(const std::vector<std::string>& words) {
  if (words.empty()) return input_error(kUsage);
  if (words[0] == "--version") {
    std::puts("feedrate-native " FEEDRATE_VERSION);
    return {};
  }
  if (const auto mode = native_mode(words[0])) {
    const std::string asked = words.size() == 2 ? words[1] : "";
    if (asked == "--describe=static") return describe(*mode, contract::Depth::kStatic);
    if (asked == "--describe=probe") return describe(*mode, contract::Depth::kProbe);
    return run(words);
  }
  if (words[0] == "stages") return stages(words);
  if (words[0] == "make") return make(words);
  if (words[0] == "pack") return pack(words);
  if (words[0] == "list") return list(words);
  return input_error(kUsage);
}

}  // namespace
}  // namespace feedrate::app

int main(int argc, char** argv) {
  const auto status = feedrate::app::dispatch({argv + 1, argv + argc});
  if (status) return 0;
  const bool was_run = argc > 1 && feedrate::app::native_mode(argv[1]).has_value();
  // Agents keep the last line of what a subject wrote.
  std::fprintf(stderr, "%s\n",
               was_run ? status.error().line().c_str() : ("feedrate-native: " + status.error().text()).c_str());
  // An order it cannot follow is unsupported work, which agents know by 3; anything else wrong with its words is 2.
  if (status.error().fault == feedrate::Fault::kInput) return was_run ? 3 : 2;
  return 5;
}
