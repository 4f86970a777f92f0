#include "feedrate/control/store/documents.h"

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

// The person did not write these files: what is wrong with them is not their input.
template <class T>
Expected<T> of_the_world(Expected<T> result) {
  if (!result) result.error().fault = Fault::kFailed;
  return result;
}

}  // namespace

Expected<Value> load_json(const std::string& file) {
  FEEDRATE_TRY(text, host::read_file(file));
  return of_the_world(parse_json(text, file));
}

Expected<contract::Record> load_record(const std::string& file, const std::string& cell) {
  FEEDRATE_TRY(value, load_json(file));
  auto record = of_the_world(contract::read_record(value, file));
  if (record && record->id != cell)
    return failure(format("{}: found the record of cell {}, expected the cell of the file's name", file, record->id));
  return record;
}

Expected<contract::Receipt> load_receipt(const std::string& file, const AttemptName& name) {
  FEEDRATE_TRY(value, load_json(file));
  auto receipt = of_the_world(contract::read_receipt(value, file));
  if (receipt && (receipt->block_id != name.block || receipt->attempt != name.attempt))
    return failure(format("{}: found the receipt of {}, expected that of {}", file,
                          attempt_text({receipt->block_id, receipt->attempt}), attempt_text(name)));
  return receipt;
}

Expected<contract::BlockSpec> load_block(const std::string& file) {
  FEEDRATE_TRY(value, load_json(file));
  return of_the_world(contract::read_block(value, file));
}

}  // namespace feedrate::control
