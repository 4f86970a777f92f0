#include "feedrate/app/native/run_cell.h"

#include <algorithm>
#include <optional>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/modes.h"
#include "feedrate/app/native/sample_kinds.h"
#include "feedrate/app/native/stage_marks.h"
#include "feedrate/host/files.h"
#include "feedrate/native/pipeline/pipeline.h"

namespace feedrate::app {
namespace {

constexpr std::size_t kOperations = 4;  // the first of the catalogue
static_assert(std::is_same_v<std::variant_alternative_t<kOperations - 1, contract::Operation>, contract::Normalize>);

// The operations of a recipe, in the one order this pipeline has.
struct Apply {
  native::Definition& definition;

  void operator()(const contract::Decode& decode) const {
    if (decode.seek == contract::Seek::kApproximate) definition.seek = native::Seek::kApproximate;
  }
  void operator()(const contract::RandomResizedCrop& crop) const {
    definition.crop = {crop.size[0], crop.size[1], {crop.scale[0], crop.scale[1]}, {crop.ratio[0], crop.ratio[1]}};
  }
  void operator()(const contract::HorizontalFlip& flip) const { definition.flip = {flip.probability}; }
  void operator()(const contract::Normalize& normalize) const {
    definition.normalise = {normalize.mean, normalize.std};
  }
  template <class Other>
  void operator()(const Other& /*check_order has turned it away*/) const {}
};

// What a medium makes of the definition. Gives the order of a batch's dimensions, or nothing where the samples are no
// such thing.
struct SetMedia {
  native::Definition& definition;
  contract::SampleFormat found;

  std::optional<contract::Layout> operator()(const contract::Rgb& /*all there is*/) const {
    if (found != contract::SampleFormat::kJpeg && found != contract::SampleFormat::kPng) return {};
    return contract::Layout::kNchw;
  }
  std::optional<contract::Layout> operator()(const contract::Multichannel& arrays) const {
    if (found != contract::SampleFormat::kNpy) return {};
    definition.channels = arrays.channels;
    return contract::Layout::kNchw;
  }
  std::optional<contract::Layout> operator()(const contract::Video& video) const {
    if (found != contract::SampleFormat::kVideo) return {};
    definition.frames = video.frames;
    return contract::Layout::kNtchw;
  }
  std::optional<contract::Layout> operator()(const contract::Tokens& /*no pictures*/) const { return {}; }
};

Status set_media(const contract::Media& media, const contract::Recipe& recipe, native::Definition& definition) {
  const auto found = std::get<contract::Decode>(recipe.operations[0]).format;
  const auto layout = std::visit(SetMedia{definition, found}, media);
  if (!layout)
    return input_error(
        format("decode has format: {}; the native pipeline does photos (rgb) from jpeg and png, arrays (multichannel) "
               "from npy and clips (video) from video files",
               name_of(found)));
  definition.kind = kind_of(found);
  if (recipe.output.dtype != contract::Dtype::kFloat32 || recipe.output.layout != *layout)
    return input_error(format("of this medium the native pipeline gives float32 in {} only", name_of(*layout)));
  return {};
}

Status set_mode(const std::string& subject, native::Definition& definition) {
  const auto mode = mode_of(subject);
  if (mode == NativeMode::kPlain) return {};
  if (definition.kind != native::SampleKind::kPhotos) return input_error(format("{} is a way to decode jpeg", subject));
  if (mode == NativeMode::kFast) definition.jpeg = native::JpegWay::kFast;
  definition.decodes_smaller = mode == NativeMode::kScaled;
  return {};
}

Status check_order(const contract::Recipe& recipe) {
  for (std::size_t i = 0; i < recipe.operations.size(); ++i)
    if (recipe.operations[i].index() != i)
      return input_error(
          "the native pipeline does decode, random_resized_crop, horizontal_flip and normalize, in this order");
  if (recipe.operations.size() != kOperations)
    return input_error("the native pipeline needs all of decode, random_resized_crop, horizontal_flip and normalize");
  if (!std::get<contract::RandomResizedCrop>(recipe.operations[1]).antialias)
    return input_error("the native pipeline always antialiases; random_resized_crop has antialias: false");
  return {};
}

}  // namespace

Expected<native::Definition> definition_of(const contract::SubjectOrder& order) {
  const auto& what = order.cells.front().what;
  const auto* loader = std::get_if<contract::LoaderWork>(&what.work);
  const auto* step = std::get_if<contract::StepWork>(&what.work);
  if (order.cells.size() != 1 || (loader == nullptr && step == nullptr))
    return input_error("the native subject runs one loader or step cell a process");
  const auto& recipe = loader != nullptr ? loader->recipe : step->recipe;
  const auto& data = *contract::data_of(what);
  FEEDRATE_TRY_STATUS(check_order(recipe));
  native::Definition definition;
  FEEDRATE_TRY_STATUS(set_media(loader != nullptr ? loader->media : step->media, recipe, definition));
  FEEDRATE_TRY_STATUS(set_mode(order.subject, definition));
  definition.folder = data.uri;
  definition.source = data.source == contract::Source::kMemory ? native::Source::kMemory : native::Source::kStorage;
  definition.item_limit = static_cast<std::uint64_t>(data.items.value_or(0));
  for (const auto& operation : recipe.operations) std::visit(Apply{definition}, operation);
  definition.batch = what.settings.batch;
  definition.threads = what.settings.workers;
  // As many batches ahead as the same settings give a loader with worker processes.
  definition.prefetch = what.settings.workers * what.settings.prefetch;
  definition.seed = order.seed;
  return definition;
}

Status apply_cell(const contract::SubjectOrder& order, const std::string& folder, std::uint64_t batches) {
  FEEDRATE_TRY(definition, definition_of(order));
  FEEDRATE_TRY(pipeline, native::Pipeline::build(definition));
  const std::string frames =
      definition.kind == native::SampleKind::kVideos ? format("{} ", definition.frames) : std::string();
  if (batches == 0) batches = pipeline.batches_per_epoch();
  for (std::uint64_t i = 0; i < batches; ++i) {
    FEEDRATE_TRY(batch, pipeline.next());
    std::string text =
        format("{} {}{} {} {} float32\n", batch.samples, frames, definition.channels, batch.height, batch.width);
    text.append(reinterpret_cast<const char*>(batch.values.data()), batch.values.size_bytes());
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/{}.raw", folder, i), text));
  }
  return {};
}

Status run_cell(const contract::SubjectOrder& order, const std::string& marks_folder) {
  FEEDRATE_TRY(marks, MarksFile::open(marks_folder, order.cells.front().id));
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kStarted));
  FEEDRATE_TRY(definition, definition_of(order));
  StageMarks stages(*marks, definition);
  FEEDRATE_TRY(pipeline, native::Pipeline::build(definition, stages.watch()));
  FEEDRATE_TRY_STATUS(marks->cost());
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kReady));
  while (!marks->should_stop()) {
    FEEDRATE_TRY(batch, pipeline.next());
    if (batch.first_of_epoch() && batch.epoch > 0) FEEDRATE_TRY_STATUS(marks->epoch(batch.epoch - 1));
    FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(batch.samples), batch.values.size_bytes()));
    FEEDRATE_TRY_STATUS(stages.batch(pipeline.idle_ns()));
  }
  return marks->phase(contract::marks::Phase::kEnding);
}

}  // namespace feedrate::app
