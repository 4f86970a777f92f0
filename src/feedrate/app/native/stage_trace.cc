#include "feedrate/app/native/stage_trace.h"

#include <unistd.h>

#include <algorithm>

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::app {

int StageTrace::row(const char* kind) {
  const int thread = gettid();
  const auto found = rows_.find(thread);
  if (found != rows_.end()) return found->second;
  const int out = static_cast<int>(titles_.size());
  titles_.push_back(format("{} {}", kind, ++of_a_kind_[kind]));
  rows_[thread] = out;
  return out;
}

void StageTrace::put(const std::string& name, int thread, std::int64_t from, std::int64_t to, std::int64_t number) {
  if (spans_.size() < kMostSpans) spans_.push_back({name, thread, from, to, number});
}

void StageTrace::add(const native::SampleTimes& times) {
  const std::lock_guard guard(lock_);
  const int thread = row("worker");
  const auto number = static_cast<std::int64_t>(times.number);
  put(times.waited ? "wait for " + names_[0] : names_[0], thread, times.began, times.had_bytes, number);
  put(names_[1], thread, times.had_bytes, times.decoded, number);
  put(names_[2], thread, times.decoded, times.made, number);
}

void StageTrace::add(const native::ReadTimes& times) {
  const std::lock_guard guard(lock_);
  put(names_[0], row("reader"), times.began, times.ended, static_cast<std::int64_t>(times.number));
}

void StageTrace::add_wait(std::int64_t from, std::int64_t to) {
  const std::lock_guard guard(lock_);
  put("wait for a batch", row("consumer"), from, to, -1);
}

Status StageTrace::write(const std::string& file) const {
  std::int64_t begin = 0;
  for (const auto& span : spans_) begin = begin == 0 ? span.from : std::min(begin, span.from);
  const auto microseconds = [&](std::int64_t ns) { return static_cast<double>(ns) * 1e-3; };
  std::string out = "{\"traceEvents\":[\n";
  for (std::size_t i = 0; i < titles_.size(); ++i)
    out += format("{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":{},\"args\":{{\"name\":\"{}\"}}}},\n", i,
                  titles_[i]);
  for (const auto& span : spans_) {
    const std::string sample = span.number < 0 ? "" : format("\"sample\":{}", span.number);
    out +=
        format("{{\"ph\":\"X\",\"name\":\"{}\",\"pid\":1,\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{{}}}}},\n",
               span.name, span.thread, microseconds(span.from - begin), microseconds(span.to - span.from), sample);
  }
  const std::string part = spans_.size() < kMostSpans ? "" : format(", its first {} stages", kMostSpans);
  out += format(
      "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{{\"name\":\"feedrate native "
      "pipeline{}\"}}}}\n]}}\n",
      part);
  return host::write_file(file, out);
}

}  // namespace feedrate::app
