// Follows the marks files of one cell while its processes write them: finds new files, reads batch marks of the main
// process, sums the sample counters, and passes the word to stop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/contract/marks/reader.h"
#include "feedrate/host/mapped_file.h"

namespace feedrate::agent {

class MarksFolder {
 public:
  MarksFolder(std::string path, std::string cell) : path_(std::move(path)), cell_(std::move(cell)) {}

  // Reads what is new. An error says what is wrong with the marks; `claims_other_cell` tells one kind apart.
  Status poll();
  [[nodiscard]] bool claims_other_cell() const { return other_cell_; }

  // A process that is not a worker: the subject, or a rank of a program.
  struct Main {
    std::vector<contract::marks::Mark> marks;    // in order
    std::map<std::uint16_t, std::string> names;  // by slot
  };
  [[nodiscard]] const std::map<int, Main>& mains() const { return mains_; }
  // Of processes that are workers, in no order.
  template <class Visit>
  void for_each_worker_mark(Visit&& visit) const {
    for (const auto& [name, file] : files_) {
      if (file.segment.role != contract::marks::Role::kWorker) continue;
      for (const auto& mark : file.marks) visit(contract::marks::name_in(file.mapped.bytes(), mark.id), mark);
    }
  }
  // The main process's marks, in order.
  [[nodiscard]] const std::vector<contract::marks::Mark>& marks() const { return marks_; }
  [[nodiscard]] std::int64_t batches() const { return batches_; }
  [[nodiscard]] std::int64_t files() const { return static_cast<std::int64_t>(files_.size()); }
  // Samples finished so far, over all processes; 0 where nobody counts.
  [[nodiscard]] std::uint64_t samples_done() const;
  // In the batches that the main process was given.
  [[nodiscard]] std::int64_t samples_delivered() const { return delivered_; }
  // Samples finished so far by each process that is a worker, also by those that ended.
  [[nodiscard]] std::map<int, std::uint64_t> samples_by_worker() const;
  void ask_to_stop();
  // Marks that were cut off by their writer's death; only meaningful once all are dead.
  [[nodiscard]] std::int64_t torn() const;
  [[nodiscard]] std::int64_t whole() const;

 private:
  struct File {
    host::MappedFile mapped;
    contract::marks::Segment segment;
    contract::marks::Reader reader;
    std::vector<contract::marks::Mark> marks;
  };
  Status look_for_files();
  // Takes up a file whose header is whole; one that is not yet is looked at again.
  Status take_up(const std::string& name);

  std::string path_;
  std::string cell_;
  std::map<std::string, File> files_;
  std::vector<contract::marks::Mark> marks_;
  std::map<int, Main> mains_;
  std::int64_t batches_ = 0;
  std::int64_t delivered_ = 0;
  bool other_cell_ = false;
  bool stopping_ = false;
};

}  // namespace feedrate::agent
