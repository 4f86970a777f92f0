// Imported files as a run that is not written yet: subjects with names, builds and profiles, and blocks with their
// cells. Used by write.h and by the verb. Pure.
//
// Which repetitions share a block decides what may be compared. They do where the file has a column for it, or where
// the person says that the tool took turns (--interleaved). Otherwise each repetition is a block of its own: subjects
// that ran one after the other met different machines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/import/formats.h"

namespace feedrate::control {

struct ImportSource {
  std::string file;  // as it was typed
  std::string text;
};

struct DraftArm {
  contract::CaseSpec what;
  std::string build;
  std::string profile;
  std::string node;
};

struct DraftCell {
  std::size_t arm = 0;  // of the draft
  std::string environment;
  Repetition repetition;
};

struct DraftBlock {
  int number = 1;
  std::vector<DraftCell> cells;
};

struct ImportDraft {
  ImportKind kind = ImportKind::kCsv;
  std::string plan;        // its id
  std::string comparison;  // all cells belong to one
  Value document;          // what the plan's id is made of: files, options, names
  std::vector<DraftArm> arms;
  std::vector<DraftBlock> blocks;
  std::map<std::string, std::string> environments;  // id to canonical JSON
  std::map<std::string, std::string> renamed;       // subject to the name in the file, where they differ
  std::vector<std::string> left_out;
  std::size_t cells = 0;
  bool shared = false;  // some block has more than one cell
};

Expected<ImportDraft> draft_import(const std::vector<ImportSource>& sources, const ImportOptions& options);

// A block as an agent would leave it.
struct SealedBlock {
  contract::BlockSpec spec;
  std::vector<contract::Record> records;
  contract::Receipt receipt;
};
SealedBlock seal_draft(const ImportDraft& draft, const DraftBlock& block, int attempt);
// The same for every attempt.
std::string block_id_of(const ImportDraft& draft, const DraftBlock& block);

}  // namespace feedrate::control
