// Stands in for agents in tests of campaigns.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/control/run/runner.h"
#include "feedrate/control/store/sample_block.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control::fake {

// Plays an agent: writes what it is told to into job.work/out.
class Runner : public control::Runner {
 public:
  Status submit(const Job& job) override {
    FEEDRATE_TRY(text, host::read_file(job.work + "/" + kBlockFile));
    FEEDRATE_TRY(value, parse_json(text, kBlockFile));
    FEEDRATE_TRY(block, contract::read_block(value, kBlockFile));
    blocks.push_back(std::move(block));
    return {};
  }
  Expected<JobState> poll(const Job& job, double /*seconds*/, const OnProgress& on_progress) override {
    const contract::BlockSpec& block = blocks.back();
    const std::size_t cells = fails_after.value_or(hangs_after.value_or(block.order.size()));
    for (std::size_t i = 0; i < cells; ++i) {
      contract::Record record = sample::record(block, i);
      change(record);
      FEEDRATE_TRY_STATUS(sample::write_record(job.work, record));
      on_progress({record.id, record.what.subject, "sealed", 1, 1, 0});
    }
    if (fails_after) return failure("no space left on device");
    if (hangs_after) return JobState::kRunning;
    FEEDRATE_TRY_STATUS(sample::write_receipt(job.work, sample::receipt(block)));
    return JobState::kEnded;
  }
  void cancel(const Job& /*job*/) override { ++cancelled; }

  // "NUMBER/ATTEMPT" of every block that was submitted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& block : blocks) out.push_back(format("{}/{}", block.number, block.attempt));
    return out;
  }

  std::function<void(contract::Record&)> change = [](contract::Record&) {};
  std::optional<std::size_t> fails_after;  // so many cells
  std::optional<std::size_t> hangs_after;
  std::vector<contract::BlockSpec> blocks;
  int cancelled = 0;
};

// Freezing changed the rate by `log_ratio`, give or take half a percent.
inline std::function<void(contract::Record&)> freezing(double log_ratio) {
  return [log_ratio](contract::Record& record) {
    contract::SliceEvidence slices;
    slices.freeze_check = contract::FreezeCheck{log_ratio, log_ratio - 0.005, log_ratio + 0.005, 50};
    record.evidence.slices = slices;
  };
}

// A store in a folder that goes with it.
class TemporaryStore {
 public:
  TemporaryStore() : root_(std::filesystem::temp_directory_path().string() + "/campaign_XXXXXX") {
    FEEDRATE_CHECK(::mkdtemp(root_.data()) != nullptr);
    auto store = Store::create(root_ + "/run");
    FEEDRATE_CHECK(store.has_value());
    store_.emplace(std::move(*store));
  }
  ~TemporaryStore() {
    store_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  TemporaryStore(const TemporaryStore&) = delete;
  TemporaryStore& operator=(const TemporaryStore&) = delete;

  Store& operator*() { return *store_; }
  Store* operator->() { return &*store_; }

 private:
  std::string root_;
  std::optional<Store> store_;
};

}  // namespace feedrate::control::fake
