#include "feedrate/contract/baseline/baseline.h"

#include "feedrate/contract/baseline/fields.h"
#include "feedrate/contract/document.h"

namespace feedrate::contract {

Expected<Baseline> read_baseline(const Value& value, const std::string& file) {
  return read_document<Baseline>(value, file, kBaselineSchema);
}

Value write_baseline(const Baseline& baseline) { return write_document(baseline, kBaselineSchema); }

}  // namespace feedrate::contract
