#include "feedrate/control/import/imported.h"

#include <algorithm>
#include <cmath>

#include "feedrate/base/format.h"
#include "feedrate/host/machine.h"

namespace feedrate::control {
namespace {

// Under a picosecond nothing was done; over thirty years nobody waited.
constexpr double kShortestSample = 1e-12;
constexpr double kLongestSample = 1e9;

}  // namespace

Repetition repetition_of(Timed timed) {
  const auto samples = static_cast<double>(timed.samples);
  if (timed.samples >= 1 && timed.seconds >= kShortestSample * samples && timed.seconds <= kLongestSample * samples)
    return {std::move(timed)};
  return {contract::Failed{contract::Cause::kIncomplete,
                           format("{:.3g} s for {} samples is no time that work takes", timed.seconds, timed.samples)}};
}

std::string profile_of(const ImportedMachine& machine) {
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : "-") + part; };
  if (!machine.cpu_model.empty()) add(host::short_model(machine.cpu_model));
  if (machine.cpus > 0) add(format("{}c", machine.cpus));
  // Clock speed decides nothing where the model is known. Where it is not, it is all that tells machines apart; in
  // steps of 100 MHz, because tools that read the clock of the moment find a few MHz more or less.
  if (machine.cpu_model.empty() && machine.mhz > 0) add(format("{:.0f}mhz", std::round(machine.mhz / 100) * 100));
  return out.empty() ? "imported" : out;
}

ImportedSubject& subject_in(ImportedFile& file, const ImportedSubject& like) {
  const auto found = std::find_if(file.subjects.begin(), file.subjects.end(), [&](const ImportedSubject& each) {
    return each.name == like.name && each.software == like.software &&
           profile_of(each.machine) == profile_of(like.machine);
  });
  if (found != file.subjects.end()) return *found;
  file.subjects.push_back({like.name, like.software, like.machine, {}});
  return file.subjects.back();
}

}  // namespace feedrate::control
