// Every stage of every sample as a Chrome trace, which Perfetto and chrome://tracing open: a row a thread, and one for
// whoever takes the batches. Any thread adds; it stops adding when it is full.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "feedrate/app/native/stage_names.h"
#include "feedrate/base/error.h"
#include "feedrate/native/pipeline/watch.h"

namespace feedrate::app {

class StageTrace {
 public:
  static constexpr std::size_t kMostSpans = 200'000;

  explicit StageTrace(StageNames names) : names_(std::move(names)) {}

  void add(const native::SampleTimes& times);
  void add(const native::ReadTimes& times);
  // The consumer waited for a batch.
  void add_wait(std::int64_t from, std::int64_t to);

  Status write(const std::string& file) const;

 private:
  struct Span {
    std::string name;
    int thread = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t number = -1;  // of the sample
  };
  void put(const std::string& name, int thread, std::int64_t from, std::int64_t to, std::int64_t number);
  // Under the lock: the row of the calling thread.
  int row(const char* kind);

  const StageNames names_;
  std::mutex lock_;
  std::vector<Span> spans_;
  std::map<int, int> rows_;               // thread -> row
  std::map<std::string, int> of_a_kind_;  // rows there are
  std::vector<std::string> titles_;       // by row
};

}  // namespace feedrate::app
