#include "feedrate/contract/record/record.h"

#include "feedrate/contract/document.h"
#include "feedrate/contract/record/fields.h"

namespace feedrate::contract {

Expected<Record> read_record(const Value& value, const std::string& file) {
  return read_document<Record>(value, file, kRecordSchema);
}

Value write_record(const Record& record) { return write_document(record, kRecordSchema); }

Expected<Receipt> read_receipt(const Value& value, const std::string& file) {
  return read_document<Receipt>(value, file, kReceiptSchema);
}

Value write_receipt(const Receipt& receipt) { return write_document(receipt, kReceiptSchema); }

}  // namespace feedrate::contract
