// Fills an index from the files of a run folder. Used by the store; memory does not grow with the number of cells.
#pragma once

#include <cstdint>

#include "feedrate/control/store/index.h"
#include "feedrate/control/store/layout.h"

namespace feedrate::control {

// Only inside Index::fill. A file that cannot be read is entered as such; the others are not affected.
Status put_all(const RunFolder& folder, Index& index);

// One cell or receipt that lies in its final place, if it is there.
Status put_cell_file(const RunFolder& folder, const std::string& cell, Index& index);
Status put_receipt_file(const RunFolder& folder, const AttemptName& name, Index& index);

// Records and receipts in the folder, by their names; what Index::files() must be.
Expected<std::int64_t> count_files(const RunFolder& folder);

}  // namespace feedrate::control
