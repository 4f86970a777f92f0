// hyperfine, --export-json FILE. Every time is a process of its own: a repetition.
#include "feedrate/control/import/formats.h"

namespace feedrate::control {
namespace {

// Nothing where the command ended well. hyperfine goes on after a failure only where it was told to.
std::optional<contract::Failed> failed_with(const Value* codes, std::size_t at) {
  if (codes == nullptr || !codes->is(Value::Kind::kList) || at >= codes->items().size()) return {};
  const Value& code = codes->items()[at];
  if (code.is(Value::Kind::kNull)) return contract::Failed{contract::Cause::kSignal, "ended by a signal"};
  if (code.is(Value::Kind::kInteger) && code.as_integer() == 0) return {};
  return contract::Failed{contract::Cause::kExit, "exit code " + code.shown()};
}

}  // namespace

Expected<ImportedFile> read_hyperfine(const Part& root) {
  ImportedFile out{.kind = ImportKind::kHyperfine};
  FEEDRATE_TRY(results, list_in(root, "results"));
  for (const auto& result : results) {
    ImportedSubject like;
    FEEDRATE_TRY(command, text_in(result, "command"));
    like.name = command;
    FEEDRATE_TRY(times, seconds_in(result, "times"));
    const Value* codes = result.value->find("exit_codes");
    for (std::size_t i = 0; i < times.size(); ++i) {
      auto failed = failed_with(codes, i);
      subject_in(out, like).repetitions.push_back(failed ? Repetition{std::move(*failed)}
                                                         : repetition_of({1, times[i]}));
    }
  }
  return out;
}

}  // namespace feedrate::control
