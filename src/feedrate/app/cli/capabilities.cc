#include "feedrate/app/cli/capabilities.h"

#include <algorithm>
#include <map>

#include "feedrate/base/json.h"
#include "feedrate/control/config/shipped.h"
#include "feedrate/host/capture.h"

namespace feedrate::app {
namespace {

constexpr double kDescribeSeconds = 20;

// A JSON document a line; whatever else is printed is not ours.
Status add_said(const host::Launch& launch, std::map<std::string, contract::Capability>& out) {
  FEEDRATE_TRY(said, host::capture(launch, kDescribeSeconds));
  if (said.ending.code != 0 || said.ending.signal != 0)
    return failure(format("{} did not say what subjects can do:\n{}", launch.command[0], said.output));
  for (std::size_t at = 0; at < said.output.size();) {
    const std::size_t end = std::min(said.output.find('\n', at), said.output.size());
    const std::string line = said.output.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with('{')) continue;
    FEEDRATE_TRY(value, parse_json(line, launch.command[0]));
    FEEDRATE_TRY(capability, contract::read_capability(value, launch.command[0]));
    out[capability.subject] = capability;
  }
  return {};
}

}  // namespace

Expected<std::vector<contract::Capability>> shipped_capabilities(const Installation& installation) {
  std::map<std::string, contract::Capability> found;
  for (const auto& subject : control::kShippedSubjects)
    if (subject.group.empty())
      FEEDRATE_TRY_STATUS(add_said({{installation.native, std::string(subject.name), "--describe=static"}, {}}, found));
  FEEDRATE_TRY_STATUS(add_said(
      {{"python3", "-m", "feedrate.subject", "--describe=static"}, {{"PYTHONPATH", installation.python}}}, found));
  std::vector<contract::Capability> out;
  for (const auto& subject : control::kShippedSubjects)
    if (const auto at = found.find(std::string(subject.name)); at != found.end()) out.push_back(at->second);
  return out;
}

bool has_operation(const contract::Capability& capability, contract::Scope scope,
                   std::optional<contract::MediaKind> media, const std::string& operation) {
  return std::any_of(capability.supports.begin(), capability.supports.end(), [&](const contract::Support& support) {
    const bool takes = !media || std::find(support.media.begin(), support.media.end(), *media) != support.media.end();
    return support.scope == scope && takes &&
           std::find(support.operations.begin(), support.operations.end(), operation) != support.operations.end();
  });
}

}  // namespace feedrate::app
