// When a repetition began, from the ways in which tools write it. Pure.
#pragma once

#include <string>

namespace feedrate::control {

// How a time without a zone is meant.
enum class Zoneless { kUtc, kLocal };

// "2026-02-10T09:00:00+01:00" is "2026-02-10T08:00:00Z". A local time of a machine nobody knows stays as it is, without
// the Z; what is no time is empty.
std::string utc_text(const std::string& text, Zoneless zoneless);

}  // namespace feedrate::control
