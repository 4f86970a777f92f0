#include "feedrate/contract/capability/capability.h"

#include "feedrate/contract/capability/fields.h"
#include "feedrate/contract/document.h"

namespace feedrate::contract {

int in_flight(const InFlight& rule, const Settings& settings) {
  return rule.fixed + rule.per_worker * settings.workers + rule.per_prefetch * settings.workers * settings.prefetch;
}

Expected<Capability> read_capability(const Value& value, const std::string& file) {
  return read_document<Capability>(value, file, kCapabilitySchema);
}

Value write_capability(const Capability& capability) { return write_document(capability, kCapabilitySchema); }

}  // namespace feedrate::contract
