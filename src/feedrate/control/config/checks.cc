#include "feedrate/control/config/checks.h"

#include <set>

namespace feedrate::control {
namespace {

bool is_scalar(const Value& value) {
  return !value.is(Value::Kind::kNull) && !value.is(Value::Kind::kList) && !value.is(Value::Kind::kMap);
}

std::string typed_as(const Value& scalar) { return scalar.is(Value::Kind::kText) ? scalar.as_text() : scalar.shown(); }

void explain_list(Value& value, const std::string& path, Problems& problems) {
  if (!is_scalar(value)) return;
  problems.unexpected(value, path, format("a list; write [{}]", typed_as(value)));
  const Position at = value.at();
  value = Value::list({std::move(value)});
  value.place(at);
}

void explain_missing(Value& tree, const char* key, const char* what, Value stand_in, Problems& problems) {
  if (tree.find(key) != nullptr) return;
  problems.missing_key(tree, "", key, what);
  tree.set(key, std::move(stand_in));
}

const Value* at_path(const Value& tree, const char* section, const char* key) {
  const Value* map = tree.find(section);
  return map == nullptr || !map->is(Value::Kind::kMap) ? nullptr : map->find(key);
}

// What is written, else the default; nothing if what is written does not read.
std::optional<Duration> time_or(const Value* value, Duration fallback) {
  return value == nullptr ? fallback : sound<Duration>(value);
}

void check_duration(const Value& tree, const char* section, const char* key, double low, double high,
                    Problems& problems) {
  const Value* value = at_path(tree, section, key);
  const auto duration = sound<Duration>(value);
  if (duration && (duration->seconds < low || duration->seconds > high))
    problems.unexpected(
        *value, format("{}.{}", section, key),
        format("a time from {} to {}", TextForm<Duration>::print({low}), TextForm<Duration>::print({high})));
}

// Channels of a sample; absent for kinds that have none.
std::optional<std::size_t> channels_of(const contract::Media& media) {
  if (const auto* arrays = std::get_if<contract::Multichannel>(&media))
    return static_cast<std::size_t>(arrays->channels);
  if (std::holds_alternative<contract::Tokens>(media)) return {};
  return 3;
}

std::optional<std::string> tokens_mismatch(const contract::Decode& decode, const contract::Recipe& recipe) {
  if (decode.format != contract::SampleFormat::kTokens)
    return format("media is tokens and recipe {} decodes {}; use a recipe with {{op: decode, format: tokens}}",
                  recipe.name, name_of(decode.format));
  if (recipe.operations.size() > 1)
    return format("recipe {} has {} behind decode; tokens are only read", recipe.name,
                  contract::name_of_operation(recipe.operations[1]));
  if (recipe.output.dtype != contract::Dtype::kInt64 || recipe.output.layout != contract::Layout::kNl)
    return format("media is tokens and recipe {} gives {} {}; a batch of tokens is int64 NL", recipe.name,
                  name_of(recipe.output.dtype), name_of(recipe.output.layout));
  return {};
}

// What is wrong with decoding this into that medium.
std::optional<std::string> mismatch(const contract::Media& media, const contract::Decode& decode,
                                    const contract::Recipe& recipe) {
  using contract::SampleFormat;
  const bool is_arrays = std::holds_alternative<contract::Multichannel>(media);
  const bool is_video = std::holds_alternative<contract::Video>(media);
  const bool is_tokens = std::holds_alternative<contract::Tokens>(media);
  if (decode.format == SampleFormat::kNpy && !is_arrays)
    return format("recipe {} decodes npy, which are arrays; write media: {{kind: multichannel, channels: 9}}",
                  recipe.name);
  if (decode.format == SampleFormat::kVideo && !is_video)
    return format("recipe {} decodes video, which gives clips; write media: {{kind: video, frames: 16}}", recipe.name);
  if (decode.format == SampleFormat::kTokens && !is_tokens)
    return format("recipe {} decodes tokens; write media: {{kind: tokens, length: 1024}}", recipe.name);
  if (is_tokens) return tokens_mismatch(decode, recipe);
  if (is_arrays && decode.format != SampleFormat::kNpy)
    return format(
        "media is multichannel and recipe {} decodes {}; arrays are npy: use a recipe with {{op: decode, "
        "format: npy}}, or leave media out",
        recipe.name, name_of(decode.format));
  if (is_video && decode.format != SampleFormat::kVideo)
    return format(
        "media is video and recipe {} decodes {}; use a recipe with {{op: decode, format: video}}, or leave "
        "media out",
        recipe.name, name_of(decode.format));
  if (is_video && recipe.output.layout == contract::Layout::kNchw)
    return format("media is video and recipe {} gives NCHW; a batch of clips is NTCHW", recipe.name);
  if (!is_video && recipe.output.layout == contract::Layout::kNtchw)
    return format("recipe {} gives NTCHW, which are clips, and media is not video; write NCHW", recipe.name);
  if (recipe.output.layout == contract::Layout::kNl || recipe.output.dtype == contract::Dtype::kInt64)
    return format("recipe {} gives {} {}, and media is not tokens", recipe.name, name_of(recipe.output.dtype),
                  name_of(recipe.output.layout));
  return {};
}

}  // namespace

void explain_shape(Value& tree, Problems& problems) {
  if (!tree.is(Value::Kind::kMap)) return;
  explain_missing(tree, "data", "where the samples are, such as data: ./photos", Value::text("."), problems);
  explain_missing(tree, "subjects", "what is under test, such as subjects: [native, torch-pil]",
                  Value::list({Value::text("native")}), problems);
  Value& subjects = *tree.find("subjects");
  explain_list(subjects, "subjects", problems);
  if (!subjects.is(Value::Kind::kList) || subjects.items().empty()) {
    problems.unexpected(subjects, "subjects", "a list with at least one, such as [native, torch-pil]");
    subjects = Value::list({Value::text("native")});
  }
  Value* axes = tree.find("axes");
  if (axes == nullptr || !axes->is(Value::Kind::kMap)) return;
  const auto known = detail::keys_of<Axes>();
  for (auto& member : axes->members())
    if (std::find(known.begin(), known.end(), member.key) != known.end())
      explain_list(member.value, join_path("axes", member.key), problems);
}

void check_data(const Value& tree, Problems& problems) {
  const Value* ratio = at_path(tree, "data", "ratio");
  const Value* items = at_path(tree, "data", "items");
  if (ratio == nullptr || items == nullptr) return;
  problems.add(ratio->at(),
               "data has both items and ratio; keep one: items takes the first samples, ratio a random "
               "share of them");
}

void check_media(const Value& tree, Problems& problems) {
  const Value* written = tree.find("media");
  const auto media = written == nullptr ? contract::Media() : sound<contract::Media>(written);
  const auto recipe = sound<contract::Recipe>(tree.find("recipe"));
  if (!media || !recipe) return;
  // A recipe may stand in a file of its own, whose places mean nothing here.
  const Position at = (written != nullptr ? written : tree.find("data"))->at();
  const auto channels = channels_of(*media);
  for (const auto& operation : recipe->operations) {
    if (const auto* decode = std::get_if<contract::Decode>(&operation)) {
      if (const auto problem = mismatch(*media, *decode, *recipe)) {
        problems.add(at, *problem);
        return;
      }
    }
    const auto* normalize = std::get_if<contract::Normalize>(&operation);
    if (normalize == nullptr || !channels) continue;
    if (normalize->mean.size() != *channels || normalize->std.size() != *channels)
      problems.add(at,
                   format("recipe {} normalizes with {} means and {} deviations, and a sample has {} channels; give "
                          "normalize one of each a channel",
                          recipe->name, normalize->mean.size(), normalize->std.size(), *channels));
  }
}

void check_in_memory(const Value& tree, Problems& problems) {
  const auto scope = sound<contract::Scope>(tree.find("scope"));
  const Value* source = at_path(tree, "data", "source");
  if (sound<contract::Source>(source) != contract::Source::kStorage) return;
  if (scope == contract::Scope::kTransform)
    problems.unexpected(*source, "data.source", "memory in the transform scope, which begins with decoded pictures");
  if (scope == contract::Scope::kDecode)
    problems.unexpected(*source, "data.source", "memory in the decode scope, which begins with bytes that were read");
}

void check_transform(const Value& tree, Problems& problems) {
  if (sound<contract::Scope>(tree.find("scope")) != contract::Scope::kTransform) return;
  const auto workers = sound<std::vector<int>>(at_path(tree, "axes", "workers"));
  if (workers && *workers != std::vector<int>{0})
    problems.unexpected(*at_path(tree, "axes", "workers"), "axes.workers",
                        "[0] in the transform scope, where one thread does one operation; or leave it out");
  for (const char* axis : {"prefetch", "pin_memory", "persistent_workers"})
    if (const Value* found = at_path(tree, "axes", axis); found != nullptr && found->items().size() > 1)
      problems.add(
          found->at(),
          format("axes.{} has several values; in the transform scope one thread does one operation, and it means "
                 "nothing: remove the key",
                 axis));
}

void check_axes(const Value& tree, Problems& problems) {
  const Value* axes = tree.find("axes");
  if (axes == nullptr) return;
  for (const auto& axis : axes->members()) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < axis.value.items().size(); ++i) {
      const Value& value = axis.value.items()[i];
      if (is_scalar(value) && !seen.insert(value.shown()).second)
        problems.add(value.at(), format("axes.{}[{}] is {}, which the list already has; write each value once",
                                        axis.key, i, typed_as(value)));
    }
  }
}

void check_times(const Value& tree, Problems& problems) {
  // The ranges are those of the block file, which carries these times to the agent.
  check_duration(tree, "measure", "slice", 0.001, 3600, problems);
  check_duration(tree, "measure", "running", 0.01, 1e6, problems);
  check_duration(tree, "limits", "cell", 0.1, 1e7, problems);
  const Value* memory = at_path(tree, "limits", "memory");
  if (const auto bytes = sound<ByteCount>(memory); bytes && bytes->bytes < 1)
    problems.unexpected(*memory, "limits.memory", "at least 1 B");

  const Value* slice_at = at_path(tree, "measure", "slice");
  const Value* running_at = at_path(tree, "measure", "running");
  const Value* cell_at = at_path(tree, "limits", "cell");
  const auto shown = [](Duration time) { return TextForm<Duration>::print(time); };
  const auto slice = time_or(slice_at, kPolicy.slice);
  const auto running = time_or(running_at, kPolicy.running);
  const auto cell = time_or(cell_at, kPolicy.cell);
  if (slice && running && slice->seconds > running->seconds)
    problems.add((slice_at != nullptr ? slice_at : running_at)->at(),
                 format("measure.slice is {}, longer than measure.running, which is {}; an arm runs for many slices",
                        shown(*slice), shown(*running)));
  if (running && cell && running->seconds > cell->seconds)
    problems.add((cell_at != nullptr ? cell_at : running_at)->at(),
                 format("limits.cell is {}, shorter than measure.running, which is {}; no cell could finish",
                        shown(*cell), shown(*running)));
}

}  // namespace feedrate::control
