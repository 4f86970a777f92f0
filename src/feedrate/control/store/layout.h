// Where things lie in a run folder. Used by the store; pure, any thread.
//
//   cells/ab/<cell>.json                 a record: canonical JSON, one line, never changed; ab: its first two digits
//   cells/ab/<cell>.*                    what else the agent kept of that cell: log, batch times
//   cells/ab/<cell>.duplicate-N.*        a second record of the same id: the first one counts
//   cells/ab/<cell>.unreadable-N.*       came from an agent and is no record of that cell
//   receipts/ab/<block>-<attempt>.json   these cells are a finished block
//   plans/<id>.json  environments/<id>.json
//   work/<block>-<attempt>/              a block that is running or was interrupted:
//       block.json                       what the agent is asked
//       agent.lock                       held by the agent as long as it lives
//       out/<cell>.json, out/<cell>.*    written by the agent, each whole or not at all
//       out/environment-<id>.json        goes to environments/
//       out/receipt.json                 written last
//   index.sqlite                         a cache of the above; may be deleted at any time
//   run.lock                             held by the one process that writes
//   plan.json                            the plan of the last run: counts, builds, exclusions
//   resolved_config.yaml
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace feedrate::control {

inline constexpr const char* kBlockFile = "block.json";
inline constexpr const char* kAgentLock = "agent.lock";
inline constexpr const char* kOutFolder = "out";
inline constexpr const char* kReceiptFile = "receipt.json";

struct AttemptName {
  std::string block;
  int attempt = 1;
};

class RunFolder {
 public:
  explicit RunFolder(std::string root) : root_(std::move(root)) {}

  [[nodiscard]] const std::string& root() const { return root_; }
  [[nodiscard]] std::string cells() const { return root_ + "/cells"; }
  [[nodiscard]] std::string receipts() const { return root_ + "/receipts"; }
  [[nodiscard]] std::string plans() const { return root_ + "/plans"; }
  [[nodiscard]] std::string environments() const { return root_ + "/environments"; }
  [[nodiscard]] std::string work() const { return root_ + "/work"; }
  [[nodiscard]] std::string index() const { return root_ + "/index.sqlite"; }
  [[nodiscard]] std::string run_lock() const { return root_ + "/run.lock"; }
  [[nodiscard]] std::string resolved_config() const { return root_ + "/resolved_config.yaml"; }

  // Where the files of one cell lie, and its record.
  [[nodiscard]] std::string cell_folder(const std::string& cell) const { return cells() + "/" + cell.substr(0, 2); }
  [[nodiscard]] std::string record(const std::string& cell) const { return cell_folder(cell) + "/" + cell + ".json"; }
  [[nodiscard]] std::string receipt_folder(const std::string& block) const {
    return receipts() + "/" + block.substr(0, 2);
  }
  [[nodiscard]] std::string receipt(const AttemptName& name) const;
  [[nodiscard]] std::string work(const AttemptName& name) const;
  [[nodiscard]] std::string plan(const std::string& id) const { return plans() + "/" + id + ".json"; }
  [[nodiscard]] std::string environment(const std::string& id) const { return environments() + "/" + id + ".json"; }

 private:
  std::string root_;
};

// "<block>-<attempt>".
[[nodiscard]] std::string attempt_text(const AttemptName& name);
[[nodiscard]] std::optional<AttemptName> parse_attempt(std::string_view text);

// The cell of "<cell>.json", and nothing for any other name.
[[nodiscard]] std::optional<std::string> cell_of_record(std::string_view file);
// The cell of "<cell>.anything".
[[nodiscard]] std::optional<std::string> cell_of_file(std::string_view file);
// The attempt of "<block>-<attempt>.json".
[[nodiscard]] std::optional<AttemptName> attempt_of_receipt(std::string_view file);
// The id of "environment-<id>.json".
[[nodiscard]] std::optional<std::string> environment_of_file(std::string_view file);

}  // namespace feedrate::control
