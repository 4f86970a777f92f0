#include "feedrate/app/native/run_cell.h"

#include <algorithm>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/stage_marks.h"
#include "feedrate/native/pipeline/pipeline.h"

namespace feedrate::app {
namespace {

constexpr std::size_t kOperations = 4;  // the first of the catalogue
static_assert(std::is_same_v<std::variant_alternative_t<kOperations - 1, contract::Operation>, contract::Normalize>);

// The operations of a recipe, in the one order this pipeline has.
struct Apply {
  native::Definition& definition;

  void operator()(const contract::Decode& /*what comes of it is said by the medium*/) const {}
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

// Photos, or arrays of a number of channels.
Status set_media(const contract::Media& media, const contract::Recipe& recipe, native::Definition& definition) {
  const auto format = std::get<contract::Decode>(recipe.operations[0]).format;
  const auto* arrays = std::get_if<contract::Multichannel>(&media);
  if (arrays == nullptr && !std::holds_alternative<contract::Rgb>(media))
    return input_error("the native pipeline does photos (rgb) and arrays (multichannel)");
  const auto wanted = arrays != nullptr ? contract::SampleFormat::kNpy : contract::SampleFormat::kJpeg;
  if (format != wanted)
    return input_error(feedrate::format("decode has format: {}; of this medium the native pipeline decodes {}",
                                        name_of(format), name_of(wanted)));
  if (arrays == nullptr) return {};
  definition.kind = native::SampleKind::kArrays;
  definition.channels = arrays->channels;
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
  if (recipe.output.dtype != contract::Dtype::kFloat32 || recipe.output.layout != contract::Layout::kNchw)
    return input_error("the native pipeline gives float32 in NCHW only");
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
