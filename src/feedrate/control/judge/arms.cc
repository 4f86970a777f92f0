#include "feedrate/control/judge/arms.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace feedrate::control {
namespace {

bool is_burn_in(const contract::Record& record) {
  const auto* sliced = std::get_if<contract::Sliced>(&record.scope.interleave);
  return record.block == 0 || (sliced != nullptr && sliced->burn_in);
}

auto arm_key(const contract::Record& r) {
  return std::tie(r.comparison, r.profile, r.what.subject, r.case_id, r.build);
}

auto place(const contract::Record& r) {
  return std::tuple_cat(arm_key(r), std::tie(r.block, r.block_id, r.attempt, r.id));
}

}  // namespace

Arms arms_of(std::span<const contract::Record> finished) {
  Arms out;
  std::map<std::string, int> last_attempt;
  for (const auto& record : finished) {
    int& last = last_attempt[record.block_id];
    last = std::max(last, record.attempt);
  }
  std::vector<const contract::Record*> cells;
  for (const auto& record : finished) {
    if (is_burn_in(record))
      ++out.left_out.burn_in;
    else if (record.attempt < last_attempt[record.block_id])
      ++out.left_out.superseded;
    else
      cells.push_back(&record);
  }
  std::sort(cells.begin(), cells.end(), [](const auto* a, const auto* b) { return place(*a) < place(*b); });
  // Two controllers may have raced for one cell; it is one observation.
  cells.erase(std::unique(cells.begin(), cells.end(), [](const auto* a, const auto* b) { return a->id == b->id; }),
              cells.end());
  for (const auto* cell : cells) {
    if (out.arms.empty() || arm_key(*out.arms.back().cells.front()) != arm_key(*cell))
      out.arms.push_back({cell->comparison, cell->profile, cell->what.subject, cell->case_id, cell->build, {}});
    out.arms.back().cells.push_back(cell);
  }
  return out;
}

bool is_imported(const contract::Record& record) {
  return std::find(record.labels.begin(), record.labels.end(), contract::kImportedLabel) != record.labels.end();
}

}  // namespace feedrate::control
