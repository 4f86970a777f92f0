#include "feedrate/control/import/draft.h"

#include <algorithm>
#include <set>

#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/ids.h"
#include "feedrate/control/import/subject_names.h"

namespace feedrate::control {
namespace {

// What a record's block number may be (contract/record/fields.h).
constexpr std::size_t kMostDraftBlocks = 1000000;

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

Expected<std::vector<ImportedFile>> read_sources(const std::vector<ImportSource>& sources,
                                                 const ImportOptions& options) {
  std::vector<ImportedFile> out;
  std::map<std::string, std::string> seen;
  for (const auto& source : sources) {
    const auto [other, is_new] = seen.emplace(hash_id("import", source.text), source.file);
    // It would count every repetition twice.
    if (!is_new) return input_error(format("{} holds the same as {}; name each file once", source.file, other->second));
    FEEDRATE_TRY(read, read_import({source.text, source.file}, options));
    if (!out.empty() && read.kind != out.front().kind)
      return input_error(format("{} is of the kind {} and {} of the kind {}; import them one by one",
                                sources.front().file, name_of(out.front().kind), source.file, name_of(read.kind)));
    out.push_back(std::move(read));
  }
  return out;
}

Expected<std::map<std::string, std::string>> names_in(const std::vector<ImportedFile>& files) {
  std::set<std::string> names;
  for (const auto& file : files)
    for (const auto& subject : file.subjects) names.insert(subject.name);
  return plain_names(names);
}

contract::CaseSpec case_of_import(const std::string& subject, ImportKind kind,
                                  const std::vector<ImportSource>& sources) {
  contract::ProgramWork work;
  work.command.emplace_back(name_of(kind));
  for (const auto& source : sources) work.command.push_back(file_name(source.file));
  contract::CaseSpec out;
  out.subject = subject;
  out.work = std::move(work);
  out.clock = {{1, contract::Window::Unit::kBatches}, 1};
  return out;
}

Value document_of(const ImportDraft& draft, const std::vector<ImportSource>& sources, const ImportOptions& options) {
  Value files = Value::list();
  for (const auto& source : sources) {
    Value file = Value::map();
    file.set("name", Value::text(file_name(source.file)));
    file.set("content", Value::text(hash_id("import", source.text)));
    files.items().push_back(std::move(file));
  }
  Value columns = Value::list();
  for (const auto& each : options.columns)
    columns.items().push_back(Value::text(each.column + "=" + name_of(each.key)));
  Value names = Value::map();
  for (const auto& [subject, name] : draft.renamed) names.set(subject, Value::text(name));
  Value out = Value::map();
  out.set("imported", Value::text(name_of(draft.kind)));
  out.set("files", std::move(files));
  out.set("map", std::move(columns));
  if (options.subject) out.set("subject", Value::text(*options.subject));
  out.set("interleaved", Value::boolean(options.interleaved));
  out.set("names", std::move(names));
  return out;
}

// Puts repetitions into blocks, numbered in the order in which they turn up.
class BlockSorter {
 public:
  BlockSorter(ImportDraft& draft, bool interleaved) : draft_(draft), interleaved_(interleaved) {}

  Status put(DraftCell cell) {
    const Repetition& repetition = cell.repetition;
    const int number = ++count_[{cell.arm, repetition.session}];
    std::string key = format("repetition {} of {} in {}", number, cell.arm, repetition.session);
    if (repetition.block)
      key = "block " + *repetition.block;
    else if (interleaved_)  // two machines never took turns
      key = format("round {} on {} in {}", number, draft_.arms[cell.arm].profile, repetition.session);
    const auto [at, is_new] = block_.emplace(key, draft_.blocks.size());
    if (is_new) draft_.blocks.push_back({static_cast<int>(draft_.blocks.size()) + 1, {}});
    DraftBlock& block = draft_.blocks[at->second];
    if (draft_.blocks.size() > kMostDraftBlocks)
      return input_error(format("found more than {} repetitions; expected fewer", kMostDraftBlocks));
    for (const auto& other : block.cells)
      if (other.arm == cell.arm)
        return input_error(format("block {} has {} twice; expected it once in each block",
                                  Value::text(*repetition.block).shown(), draft_.arms[cell.arm].what.subject));
    draft_.shared = draft_.shared || !block.cells.empty();
    block.cells.push_back(std::move(cell));
    ++draft_.cells;
    return {};
  }

 private:
  ImportDraft& draft_;
  bool interleaved_;
  std::map<std::string, std::size_t> block_;
  std::map<std::pair<std::size_t, std::string>, int> count_;
};

std::size_t arm_of(ImportDraft& draft, DraftArm arm) {
  for (std::size_t i = 0; i < draft.arms.size(); ++i) {
    const DraftArm& each = draft.arms[i];
    if (each.what.subject == arm.what.subject && each.build == arm.build && each.profile == arm.profile) return i;
  }
  draft.arms.push_back(std::move(arm));
  return draft.arms.size() - 1;
}

}  // namespace

Expected<ImportDraft> draft_import(const std::vector<ImportSource>& sources, const ImportOptions& options) {
  FEEDRATE_CHECK(!sources.empty());
  FEEDRATE_TRY(files, read_sources(sources, options));
  FEEDRATE_TRY(names, names_in(files));
  ImportDraft out;
  out.kind = files.front().kind;
  for (const auto& [name, subject] : names)
    if (subject != name) out.renamed[subject] = name;
  out.document = document_of(out, sources, options);
  out.plan = hash_id("plan", "import", canonical_json(out.document));
  out.comparison = contract::comparison_id(case_of_import("", out.kind, sources));
  BlockSorter sorter(out, options.interleaved);
  for (auto& file : files) {
    const std::string environment = canonical_json(file.environment);
    const std::string environment_id = hash_id("environment", environment);
    out.environments[environment_id] = environment;
    out.left_out.insert(out.left_out.end(), file.left_out.begin(), file.left_out.end());
    for (auto& subject : file.subjects) {
      const std::string build = hash_id("build", name_of(out.kind), subject.software);
      const std::size_t arm = arm_of(out, {case_of_import(names.at(subject.name), out.kind, sources), build,
                                           profile_of(subject.machine), subject.machine.node});
      for (auto& repetition : subject.repetitions)
        FEEDRATE_TRY_STATUS(sorter.put({arm, environment_id, std::move(repetition)}));
    }
  }
  if (out.cells > 0) return out;
  std::string message = format("{}: found no repetition of any benchmark; expected one at least", sources.front().file);
  for (const auto& each : out.left_out) message += "\n  " + each;
  return input_error(message);
}

std::string block_id_of(const ImportDraft& draft, const DraftBlock& block) {
  return hash_id("block", draft.plan, draft.comparison, std::to_string(block.number));
}

}  // namespace feedrate::control
