#include "feedrate/contract/block/block.h"

#include "feedrate/contract/block/fields.h"
#include "feedrate/contract/document.h"

namespace feedrate::contract {

Expected<BlockSpec> read_block(const Value& value, const std::string& file) {
  return read_document<BlockSpec>(value, file, kBlockSchema);
}

Value write_block(const BlockSpec& block) { return write_document(block, kBlockSchema); }

Expected<SubjectOrder> read_order(const Value& value, const std::string& file) {
  return read_document<SubjectOrder>(value, file, kOrderSchema);
}

Value write_order(const SubjectOrder& order) { return write_document(order, kOrderSchema); }

}  // namespace feedrate::contract
