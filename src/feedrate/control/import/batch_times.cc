// Our own batch_times.jsonl, a line a batch (docs/formats.md). The file is one window: one repetition.
#include <algorithm>

#include "feedrate/base/json.h"
#include "feedrate/control/import/formats.h"

namespace feedrate::control {

Expected<ImportedFile> read_batch_times(const ImportText& text, const ImportOptions& options) {
  Timed window{.samples = 0};
  std::optional<double> last;
  int line = 0;
  for (std::size_t at = 0; at < text.text.size(); ++line) {
    const auto end = std::min(text.text.find('\n', at), text.text.size());
    const auto content = text.text.substr(at, end - at);
    at = end + 1;
    if (content.empty()) continue;
    auto parsed = parse_json(content, text.file);
    // A document of one line always has its errors in line 1.
    if (!parsed)
      return input_error(
          format("{}:{}: found no whole line of JSON; expected {{\"t\":SECONDS,\"samples\":N,\"bytes\":N}}", text.file,
                 line + 1));
    parsed->place({line + 1, 1, {}});
    for (auto& member : parsed->members()) member.value.place({line + 1, member.value.at().column, {}});
    const Part batch{&*parsed, text.file};
    FEEDRATE_TRY(time, number_in(batch, "t", range(0, 1e12)));
    FEEDRATE_TRY(samples, number_in(batch, "samples", range(0, 1e9)));
    if (last && time < *last)
      return input_error(format("{}:{}: t is {}, and {} in the line before; expected times that do not go back",
                                text.file, line + 1, decimal(time), decimal(*last)));
    // The first mark opens the window: its batch was made before.
    if (last) {
      window.samples += static_cast<std::int64_t>(samples);
      window.seconds += time - *last;
      window.parts.push_back(time - *last);
    }
    last = time;
  }
  if (window.parts.empty())
    return input_error(format("{}: found {}; expected a line for each of two batches or more", text.file,
                              last ? "one batch" : "no batch"));
  ImportedFile out{.kind = ImportKind::kBatchTimes};
  ImportedSubject like;
  like.name = options.subject.value_or(stem_of_file(text.file));
  subject_in(out, like).repetitions.push_back(repetition_of(std::move(window)));
  return out;
}

}  // namespace feedrate::control
