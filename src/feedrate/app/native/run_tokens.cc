#include "feedrate/app/native/run_tokens.h"

#include "feedrate/app/native/marks_file.h"
#include "feedrate/native/pipeline/token_batches.h"

namespace feedrate::app {
namespace {

Expected<native::TokenDefinition> definition_of(const contract::SubjectOrder& order, const contract::LoaderWork& work) {
  const auto* decode = std::get_if<contract::Decode>(&work.recipe.operations.front());
  if (work.recipe.operations.size() != 1 || decode == nullptr || decode->format != contract::SampleFormat::kTokens)
    return input_error("of tokens the native pipeline does {op: decode, format: tokens} and nothing else");
  if (work.data.source == contract::Source::kMemory)
    return input_error("tokens are used where their files are mapped; data.source is memory");
  const auto& settings = order.cells.front().what.settings;
  return native::TokenDefinition{work.data.uri,
                                 std::get<contract::Tokens>(work.media).length,
                                 static_cast<std::uint64_t>(work.data.items.value_or(0)),
                                 settings.batch,
                                 settings.workers,
                                 settings.workers * settings.prefetch,
                                 order.seed};
}

}  // namespace

Status run_tokens(const contract::SubjectOrder& order, const contract::LoaderWork& work,
                  const std::string& marks_folder) {
  FEEDRATE_TRY(marks, MarksFile::open(marks_folder, order.cells.front().id));
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kStarted));
  FEEDRATE_TRY(definition, definition_of(order, work));
  const auto samples = static_cast<std::uint64_t>(definition.batch);
  FEEDRATE_TRY(batches, native::TokenBatches::start(definition, [&] { marks->count_sample(samples); }));
  FEEDRATE_TRY_STATUS(marks->cost());
  FEEDRATE_TRY_STATUS(marks->phase(contract::marks::Phase::kReady));
  for (std::uint64_t number = 0; !marks->should_stop(); ++number) {
    FEEDRATE_TRY(batch, batches->next());
    if (number > 0 && number % batches->batches_per_epoch() == 0)
      FEEDRATE_TRY_STATUS(marks->epoch(number / batches->batches_per_epoch() - 1));
    FEEDRATE_TRY_STATUS(marks->batch(static_cast<std::uint32_t>(samples), batch.size_bytes()));
  }
  return marks->phase(contract::marks::Phase::kEnding);
}

}  // namespace feedrate::app
