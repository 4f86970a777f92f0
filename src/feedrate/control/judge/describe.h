// Words for cases: what kind of work, and which settings tell one comparison from the others. Used for titles and for
// lists in messages. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"
#include "feedrate/control/judge/arms.h"

namespace feedrate::control {

// "workers 2"; a part without key says itself what it is ("loader").
struct CasePart {
  std::string key;
  std::string value;
};
using CaseParts = std::vector<CasePart>;

// Parts of each comparison among the arms, by the comparison's id: scope, what is done, workers and batch, then
// whatever else differs. No two comparisons have the same parts.
std::map<std::string, CaseParts> describe(const std::vector<Arm>& arms);

const char* scope_of(const contract::Record& record);

// Which of two comparisons is shown first. Numbers count as numbers: workers 2 stands before workers 10.
bool earlier(const CaseParts& a, const CaseParts& b);

// For titles: "loader", "workers 2".
std::string part_text(const CasePart& part);
// For scripts: "loader/imagenet-train/workers=2/batch=64/native"; an empty subject is left out.
std::string case_text(const CaseParts& parts, const std::string& subject);
// Of "runs/first/" it is "first".
std::string last_component(const std::string& path);
// The first digits of an id, enough for a person.
std::string short_id(const std::string& id);

}  // namespace feedrate::control
