#include "feedrate/control/store/store.h"

#include <algorithm>

#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/control/store/documents.h"
#include "feedrate/control/store/rebuild.h"
#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

Expected<Index> filled_index(Expected<Index> opened, const RunFolder& folder) {
  if (!opened) return opened;
  FEEDRATE_TRY(filled, opened->filled());
  if (!filled) FEEDRATE_TRY_STATUS(opened->fill(true, [&] { return put_all(folder, *opened); }));
  return opened;
}

std::string name_of(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

Status put_document(const std::string& folder, const std::string& file, const Value& value) {
  if (host::exists(file)) return {};
  FEEDRATE_TRY_STATUS(host::make_folders(folder));
  return host::write_file(file, canonical_json(value) + "\n");
}

// The attempts that have a work folder.
Expected<std::vector<AttemptName>> attempts_at_work(const RunFolder& folder) {
  std::vector<AttemptName> out;
  if (!host::exists(folder.work())) return out;
  FEEDRATE_TRY(names, host::list_folder(folder.work()));
  for (const auto& name : names)
    if (auto attempt = parse_attempt(name)) out.push_back(std::move(*attempt));
  return out;
}

}  // namespace

Expected<Store> Store::create(const std::string& folder) {
  Store store(folder);
  if (!host::exists(store.folder_.cells())) {
    FEEDRATE_TRY_STATUS(host::make_folders(folder));
    FEEDRATE_TRY(names, host::list_folder(folder));
    if (!names.empty())
      return input_error(format("{} is no run folder: found \"{}\" in it, expected cells; name a new or empty folder",
                                folder, names.front()));
    FEEDRATE_TRY_STATUS(host::make_folders(store.folder_.cells()));
  }
  return open(folder);
}

Expected<Store> Store::open(const std::string& folder) {
  Store store(folder);
  if (!host::is_folder(store.folder_.cells()))
    return input_error(
        format("{} is no run folder: found no folder cells in it; name the folder that run wrote", folder));
  FEEDRATE_TRY_STATUS(store.open_index());
  return store;
}

Status Store::open_index() {
  index_.reset();  // first: the last connection tidies up when it goes
  auto index = filled_index(Index::open(folder_.index()), folder_);
  // A folder that is read-only or full can still be read; whoever writes meets a clear error at the first file.
  if (!index) index = filled_index(Index::in_memory(), folder_);
  if (!index) return while_doing(std::move(index).error(), "opening the run folder " + folder_.root());
  index_ = std::make_unique<Index>(std::move(*index));
  return {};
}

Expected<Index*> Store::index() {
  if (!index_ || index_->moved()) FEEDRATE_TRY_STATUS(open_index());
  return index_.get();
}

Expected<std::string> Store::begin_block(const contract::BlockSpec& block) {
  const std::string work = folder_.work({block.id, block.attempt});
  if (host::exists(work))
    return failure(format("{} is there already; type the command again, which takes up what is left of it", work));
  auto made = host::make_folders(work + "/" + kOutFolder);
  if (made) made = host::write_file(work + "/" + kBlockFile, canonical_json(contract::write_block(block)) + "\n");
  if (made) return work;
  // What cannot be removed either is an empty work folder, which recover() removes.
  static_cast<void>(host::remove_tree(work));
  return Unexpected(made.error());
}

Expected<Absorbed> Store::absorb(const std::string& work) {
  const auto name = parse_attempt(name_of(work));
  if (!name || folder_.work(*name) != work) return failure(format("{} is no work folder of {}", work, folder_.root()));
  FEEDRATE_TRY(current, index());
  auto absorbed = Absorb(folder_, *current, before_).run(*name);
  if (!absorbed) return while_doing(std::move(absorbed).error(), "taking the results of " + work + " into the store");
  return absorbed;
}

Expected<Recovered> Store::recover() {
  Recovered out;
  FEEDRATE_TRY(attempts, attempts_at_work(folder_));
  for (const auto& name : attempts) {
    const std::string work = folder_.work(name);
    if (const auto holder = host::lock_holder(work + "/" + kAgentLock)) {
      out.alive.push_back({work, holder->pid});
      continue;
    }
    FEEDRATE_TRY(absorbed, absorb(work));
    out.absorbed.push_back(std::move(absorbed));
  }
  // The index may lack its last commits after the machine lost power, and all that somebody copied into cells/.
  FEEDRATE_TRY(current, index());
  FEEDRATE_TRY(known, current->files());
  FEEDRATE_TRY(there, count_files(folder_));
  if (known != there) FEEDRATE_TRY_STATUS(rebuild_index());
  return out;
}

Expected<bool> Store::finished(const std::string& block) {
  FEEDRATE_TRY(current, index());
  FEEDRATE_TRY(attempt, current->finished_attempt(block));
  return attempt > 0;
}

Expected<bool> Store::disturbed(const std::string& block) {
  FEEDRATE_TRY(current, index());
  return current->disturbed(block);
}

Expected<bool> Store::to_repeat(const std::string& block) {
  FEEDRATE_TRY(current, index());
  FEEDRATE_TRY(disturbed, current->disturbed(block));
  if (!disturbed) return false;
  FEEDRATE_TRY(standing, current->finished_attempt(block));
  for (int attempt = 1; attempt < standing; ++attempt) {
    FEEDRATE_TRY(row, current->attempt({block, attempt}));
    if (row.finished) return false;
  }
  return true;
}

Expected<int> Store::next_attempt(const std::string& block) {
  FEEDRATE_TRY(current, index());
  FEEDRATE_TRY(highest, current->highest_attempt(block));
  FEEDRATE_TRY(attempts, attempts_at_work(folder_));
  for (const auto& name : attempts)
    if (name.block == block) highest = std::max(highest, name.attempt);
  return highest + 1;
}

Expected<Counts> Store::counts(const std::string& plan) {
  FEEDRATE_TRY(current, index());
  return current->counts(plan);
}

Expected<Progress> Store::progress(const std::string& plan, std::int64_t total) {
  FEEDRATE_TRY(counts, this->counts(plan));
  Progress out{.total = total, .done = counts.done(), .failed = counts.broken()};
  FEEDRATE_TRY(attempts, attempts_at_work(folder_));
  for (const auto& name : attempts) {
    const std::string work = folder_.work(name);
    if (!host::lock_holder(work + "/" + kAgentLock)) continue;
    FEEDRATE_TRY(done, finished(name.block));
    if (done) continue;  // it runs once more: its cells are counted already
    const auto block = load_block(work + "/" + kBlockFile);
    if (!block) continue;  // absorbed since we listed it
    if (block->plan != plan || block->number == 0) continue;
    for (const auto& group : block->order) out.running += static_cast<std::int64_t>(group.cells.size());
  }
  out.queued = std::max<std::int64_t>(0, total - out.done - out.running - out.failed);
  return out;
}

Expected<std::vector<Error>> Store::for_each(const Filter& filter,
                                             const std::function<void(const contract::Record&, bool orphan)>& visit) {
  FEEDRATE_TRY(current, index());
  std::vector<Error> unreadable;
  FEEDRATE_TRY_STATUS(current->for_each(filter, [&](const std::string& cell, bool orphan) -> Status {
    const auto record = load_record(folder_.record(cell), cell);
    if (record)
      visit(*record, orphan);
    else
      unreadable.push_back(record.error());
    return {};
  }));
  return unreadable;
}

Status Store::put_plan(const std::string& id, const Value& plan) {
  FEEDRATE_CHECK(is_id(id));
  return put_document(folder_.plans(), folder_.plan(id), plan);
}

Status Store::put_environment(const std::string& id, const Value& environment) {
  FEEDRATE_CHECK(is_id(id));
  return put_document(folder_.environments(), folder_.environment(id), environment);
}

Expected<Value> Store::get_plan(const std::string& id) const { return load_json(folder_.plan(id)); }

Expected<Value> Store::get_environment(const std::string& id) const { return load_json(folder_.environment(id)); }

Status Store::rebuild_index() {
  FEEDRATE_TRY(current, index());
  return current->fill(false, [&] { return put_all(folder_, *current); });
}

Expected<std::vector<Error>> Store::unreadable() {
  FEEDRATE_TRY(current, index());
  return current->unreadable();
}

Expected<std::string> Store::index_digest() {
  FEEDRATE_TRY(current, index());
  return current->digest();
}

}  // namespace feedrate::control
