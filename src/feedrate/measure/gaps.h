// Batch marks -> the stretches in which a subject ran steadily: without what was drained first and without the ends of
// epochs, where workers run dry, end and start again. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "feedrate/contract/marks/format.h"
#include "feedrate/contract/record/evidence.h"

namespace feedrate::measure {

// From one batch mark to the next, and what the second one brought.
struct Gap {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  std::uint32_t samples = 0;
  std::uint64_t bytes = 0;
};

struct Span {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
};

// How many batches settle a subject after its start and after each end of an epoch.
struct Settling {
  std::int64_t first = 0;
  std::optional<std::int64_t> again;  // absent: the ends of epochs count
};

// The gaps that count, in order. Epochs of at most twice `again` batches would leave nothing: their ends are counted.
std::vector<Gap> steady_gaps(std::span<const contract::marks::Mark> marks, const Settling& settling);

// When its workers may have been idle around the ends of epochs: from `held` batches before the last one until `held`
// after the first of the next; none where epochs are as short as that. The last one is open while it lasts.
std::vector<Span> epoch_ends(std::span<const contract::marks::Mark> marks, std::int64_t held);

// What there is to say of the epochs that ended; absent when none did.
std::optional<contract::EpochEvidence> measure_epochs(std::span<const contract::marks::Mark> marks,
                                                      std::int64_t settle);

}  // namespace feedrate::measure
