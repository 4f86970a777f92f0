#include "feedrate/control/store/absorb.h"

#include <map>

#include "feedrate/base/hash.h"
#include "feedrate/control/store/documents.h"
#include "feedrate/control/store/rebuild.h"
#include "feedrate/host/files.h"
#include "feedrate/host/left_behind.h"

namespace feedrate::control {
namespace {

// "NAME.duplicate-3": the first number under which no record lies yet. Its side files may lie there already, from a
// move that was cut short.
std::string free_name(const std::string& folder, const std::string& name, const char* kind) {
  for (int number = 1;; ++number) {
    std::string free = format("{}.{}-{}", name, kind, number);
    if (!host::exists(format("{}/{}.json", folder, free))) return free;
  }
}

// Of cells whose agent was ended with them: it removes what its processes left, if it can.
void remove_left_behind(const std::string& out) {
  const auto names = host::list_folder(out);
  if (!names) return;
  for (const auto& name : *names)
    if (name.starts_with("running-")) host::remove_temporary_folders(format("{}/{}", out, name));
}

std::set<std::string> cells_of(const contract::BlockSpec& block) {
  std::set<std::string> cells;
  for (const auto& group : block.order)
    for (const auto& cell : group.cells) cells.insert(cell.id);
  return cells;
}

Status belongs(const contract::Record& record, const contract::BlockSpec& block, const std::set<std::string>& asked,
               const std::string& file) {
  if (asked.count(record.id) == 0)
    return failure(format("{}: found a record of cell {}, which the block did not ask for", file, record.id));
  if (record.block_id == block.id && record.attempt == block.attempt && record.plan == block.plan &&
      record.comparison == block.comparison && record.block == block.number)
    return {};
  return failure(format("{}: found a record of block {} attempt {}, expected block {} attempt {} of plan {}", file,
                        record.block_id, record.attempt, block.id, block.attempt, block.plan));
}

}  // namespace

Expected<Absorbed> Absorb::run(const AttemptName& name) {
  const std::string work = folder_.work(name);
  const std::string out = work + "/" + kOutFolder;
  const std::string block_file = work + "/" + kBlockFile;
  if (!host::exists(work)) return failure(format("{} is no work folder: it is not there", work));
  if (host::exists(block_file)) {
    auto block = load_block(block_file);
    if (!block) return while_doing(block.error(), format("absorbing {}; if nothing in it matters, delete it", work));
    if (block->id != name.block || block->attempt != name.attempt)
      return failure(format("{}: found block {}, expected that of the folder's name", block_file,
                            attempt_text({block->id, block->attempt})));
    asked_ = cells_of(*block);
    FEEDRATE_TRY_STATUS(take_cells(*block, out));
    FEEDRATE_TRY_STATUS(take_environments(out));
    FEEDRATE_TRY_STATUS(take_receipt(name, out));
    FEEDRATE_TRY_STATUS(enter(*block));
  } else if (host::exists(out)) {
    // It was cut short when it was made, or when it was removed: both times nothing is left in it.
    FEEDRATE_TRY(files, host::list_folder(out));
    for (const auto& file : files)
      if (cell_of_record(file))
        return failure(
            format("{} holds the record {}, but no {}; put that back, or delete the folder", work, file, kBlockFile));
  }
  remove_left_behind(out);
  FEEDRATE_TRY_STATUS(before_("remove " + work));
  FEEDRATE_TRY_STATUS(host::remove_tree(work));
  return std::move(result_);
}

Status Absorb::take_cells(const contract::BlockSpec& block, const std::string& out) {
  if (!host::exists(out)) return {};
  FEEDRATE_TRY(names, host::list_folder(out));
  std::map<std::string, std::vector<std::string>> by_cell;
  for (const auto& name : names)
    if (const auto cell = cell_of_file(name)) by_cell[*cell].push_back(name);
  for (const auto& [cell, files] : by_cell) FEEDRATE_TRY_STATUS(take_record(block, out, cell, files));
  return {};
}

Status Absorb::take_record(const contract::BlockSpec& block, const std::string& out, const std::string& cell,
                           const std::vector<std::string>& files) {
  const std::string record_name = cell + ".json";
  const std::string record_file = out + "/" + record_name;
  const std::string to = folder_.cell_folder(cell);
  const bool has_record = host::exists(record_file);
  std::string stem = cell;
  if (has_record) {
    auto record = load_record(record_file, cell);
    const Status fits = record ? belongs(*record, block, asked_, record_file) : Status(Unexpected(record.error()));
    if (!fits) {
      result_.problems.push_back(fits.error());
      stem = free_name(to, cell, "unreadable");
    } else if (host::exists(folder_.record(cell))) {
      ++result_.duplicates;
      stem = free_name(to, cell, "duplicate");
    } else {
      taken_.push_back(row_of(*record));
    }
  } else if (host::exists(folder_.record(cell))) {
    stem = free_name(to, cell, "duplicate");
  }
  // The record goes last: as long as it is here, its side files are known to be its own.
  for (const auto& name : files)
    if (name != record_name) FEEDRATE_TRY_STATUS(move(format("{}/{}", out, name), to, stem + name.substr(kIdLength)));
  if (!has_record) return {};
  return move(record_file, to, stem + ".json");
}

Status Absorb::take_environments(const std::string& out) {
  if (!host::exists(out)) return {};
  FEEDRATE_TRY(names, host::list_folder(out));
  for (const auto& name : names) {
    const auto id = environment_of_file(name);
    if (id && !host::exists(folder_.environment(*id)))
      FEEDRATE_TRY_STATUS(move(format("{}/{}", out, name), folder_.environments(), *id + ".json"));
  }
  return {};
}

Status Absorb::take_receipt(const AttemptName& name, const std::string& out) {
  const std::string file = out + "/" + kReceiptFile;
  if (!host::exists(file)) return {};
  const std::string to = folder_.receipt_folder(name.block);
  const auto receipt = load_receipt(file, name);
  if (!receipt) {
    result_.problems.push_back(receipt.error());
    return move(file, to, free_name(to, attempt_text(name), "unreadable") + ".json");
  }
  if (host::exists(folder_.receipt(name)))
    return move(file, to, free_name(to, attempt_text(name), "duplicate") + ".json");
  return move(file, to, attempt_text(name) + ".json");
}

Status Absorb::enter(const contract::BlockSpec& block) {
  const AttemptName name{block.id, block.attempt};
  // Also the cells that an earlier try moved before it was stopped.
  std::set<std::string> others = asked_;
  for (const auto& row : taken_) others.erase(row.id);
  FEEDRATE_TRY_STATUS(before_("enter the cells of " + attempt_text(name)));
  const auto put = [&]() -> Status {
    for (const auto& row : taken_) FEEDRATE_TRY_STATUS(index_.put_cell(row));
    for (const auto& cell : others) FEEDRATE_TRY_STATUS(put_cell_file(folder_, cell, index_));
    FEEDRATE_TRY_STATUS(put_receipt_file(folder_, name, index_));
    return before_("commit the cells of " + attempt_text(name));
  };
  FEEDRATE_TRY_STATUS(index_.change(block.id, put));
  FEEDRATE_TRY(entered, index_.attempt(name));
  result_.cells = entered.cells;
  result_.finished = entered.finished;
  if (!result_.finished && host::exists(folder_.receipt(name)))
    result_.problems.push_back(
        failure(format("{}: names cells that are not in the store; the block is not finished", folder_.receipt(name)))
            .value());
  return {};
}

Status Absorb::move(const std::string& from, const std::string& to_folder, const std::string& to_name) {
  FEEDRATE_TRY_STATUS(before_("move " + from));
  FEEDRATE_TRY_STATUS(host::make_folders(to_folder));
  return host::rename(from, to_folder + "/" + to_name);
}

}  // namespace feedrate::control
