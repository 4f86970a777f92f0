// Puts a draft into a run folder on the way that results of agents take: a work folder for each block, then the store
// absorbs it. Used by the verb, which holds the store's lock. Stopped anywhere, the same call goes on.
#pragma once

#include <functional>

#include "feedrate/base/error.h"
#include "feedrate/control/import/draft.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control {

// `tell` hears how many blocks are in the store.
Status write_draft(Store& store, const ImportDraft& draft, const std::function<void(std::size_t)>& tell);

}  // namespace feedrate::control
