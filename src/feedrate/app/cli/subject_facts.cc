#include "feedrate/app/cli/subject_facts.h"

#include <cstdlib>
#include <filesystem>

#include "feedrate/app/cli/build_id.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/control/config/shipped.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

// An interpreter starts in well under a second; importing torch from a cold disk can take most of a minute.
constexpr double kStaticSeconds = 20;
constexpr double kProbeSeconds = 120;

Expected<contract::Capability> ask_subject(const contract::Start& start, const char* depth, double seconds) {
  host::Launch launch{start.command, start.environment};
  launch.command.emplace_back(format("--describe={}", depth));
  FEEDRATE_TRY(said, host::capture(launch, seconds));
  // The answer is the last line that opens with a brace; libraries print warnings before it.
  auto at = said.output.rfind("\n{");
  at = at == std::string::npos ? (said.output.starts_with('{') ? 0 : at) : at + 1;
  if (said.ending.code != 0 || said.ending.signal != 0 || at == std::string::npos)
    return failure(format("{} did not say what it can do:\n{}", launch.command[0], said.output));
  FEEDRATE_TRY(value, parse_json(said.output.substr(at), launch.command[0]));
  return contract::read_capability(value, launch.command[0]);
}

std::string cache_file(const std::string& build, const std::string& subject) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string base =
      cache != nullptr && *cache != '\0' ? cache : std::string(home != nullptr ? home : "/tmp") + "/.cache";
  return format("{}/feedrate/capabilities/{}-{}.json", base, build, subject);
}

std::optional<contract::Capability> remembered(const std::string& file) {
  auto text = host::read_file(file);
  if (!text) return {};
  auto value = parse_json(*text, file);
  if (!value) return {};
  auto capability = contract::read_capability(*value, file);
  if (!capability) return {};
  return *capability;
}

void remember(const std::string& file, const contract::Capability& capability) {
  const auto folder = std::filesystem::path(file).parent_path().string();
  // A cache: where it cannot be written the question is asked again.
  if (auto made = host::make_folders(folder); !made) return;
  const auto written = host::write_file(file, canonical_json(contract::write_capability(capability)) + "\n");
  static_cast<void>(written);
}

// What really answers, asked once for each build.
void probe(Ask ask, control::SubjectFacts& facts) {
  const std::string file = cache_file(facts.build, facts.capability.subject);
  auto known = remembered(file);
  if (!known && ask == Ask::kProbe) {
    auto asked = ask_subject(facts.start, "probe", kProbeSeconds);
    if (asked) {
      remember(file, *asked);
      known = *asked;
    } else {
      facts.capability.availability = contract::Availability::kBroken;
      facts.capability.reason = asked.error().text();
    }
  }
  if (known) facts.capability = *known;
}

contract::Capability cannot_run(const std::string& name, std::string reason) {
  contract::Capability out;
  out.subject = name;
  out.availability = contract::Availability::kMissing;
  out.reason = std::move(reason);
  return out;
}

// Where a word of a command lies when it names a file: relative to the experiment, as the data is.
std::string found_from(const std::string& base, const std::string& word) {
  const std::filesystem::path path(word);
  if (word.find('/') == std::string::npos || path.is_absolute()) return word;
  const auto there = (std::filesystem::path(base) / path).lexically_normal().string();
  return host::exists(there) ? there : word;
}

// Somebody's own program: the files its command names are its build.
Expected<control::SubjectFacts> look_at_program(const control::Subject& subject, const control::Config& config,
                                                const Installation& installation, const std::string& base) {
  control::SubjectFacts facts;
  std::vector<std::string> code;
  for (const auto& word : *subject.command) {
    const bool python = word == "{python}";
    facts.start.command.push_back(python ? config.environments.at(subject.environment.value()).python
                                         : found_from(base, word));
    if (python) facts.start.environment["PYTHONPATH"] = installation.python;
    if (const auto& last = facts.start.command.back(); last.find('/') != std::string::npos && host::exists(last))
      code.push_back(last);
  }
  FEEDRATE_TRY(build, build_of_files(code));
  facts.build = build;
  auto capability = ask_subject(facts.start, "static", kStaticSeconds);
  facts.capability = capability ? *capability : cannot_run(subject.name, capability.error().text());
  facts.capability.subject = subject.name;
  return facts;
}

// Our own program. Videos it decodes with libraries of this machine, which then are part of what is measured.
Expected<control::SubjectFacts> look_at_native(const std::string& name, const control::Config& config,
                                               const Installation& installation) {
  const bool is_video = std::holds_alternative<contract::Video>(config.media);
  control::SubjectFacts facts;
  FEEDRATE_TRY(build, build_of_files({installation.native}));
  facts.start.command = {installation.native, name};
  FEEDRATE_TRY(capability, ask_subject(facts.start, is_video ? "probe" : "static", kStaticSeconds));
  facts.build = build;
  if (is_video) {
    Hasher hasher;
    hasher.add(build);
    for (const auto& [library, version] : capability.versions) hasher.add(library).add(version);
    facts.build = hasher.id();
  }
  facts.capability = capability;
  return facts;
}

}  // namespace

Expected<control::SubjectFacts> look_at_subject(const control::Subject& subject, const control::Config& config,
                                                const Installation& installation, const std::string& base, Ask ask) {
  control::SubjectFacts facts;
  if (subject.command) return look_at_program(subject, config, installation, base);
  if (const auto* shipped = control::find_shipped(subject.name);
      shipped != nullptr && !subject.make && shipped->group.empty())
    return look_at_native(subject.name, config, installation);
  const std::string python = config.environments.at(subject.environment.value()).python;
  facts.start.command = {python, "-m", "feedrate.subject", subject.name};
  facts.start.environment["PYTHONPATH"] = installation.python;
  std::vector<std::string> code = {installation.python};
  if (subject.make) {
    const std::filesystem::path source(subject.make->source);
    const std::string file =
        (source.is_absolute() ? source : std::filesystem::path(base) / source).lexically_normal().string();
    if (!host::exists(file)) return input_error(format("subject {}: there is no file {}", subject.name, file));
    facts.start.command.insert(facts.start.command.end(), {"--make", file + ":" + subject.make->function});
    code.push_back(file);
  }
  auto capability = ask_subject(facts.start, "static", kStaticSeconds);
  if (!capability) {
    // The rest of the experiment can still be planned; this subject's cases say why they cannot.
    facts.build = std::string(32, '0');
    facts.capability = cannot_run(subject.name, capability.error().text());
    return facts;
  }
  facts.capability = *capability;
  if (!facts.capability.interpreter) return failure(format("{} did not name its interpreter", subject.name));
  FEEDRATE_TRY(build, build_of_python(*facts.capability.interpreter, code));
  facts.build = build;
  probe(ask, facts);
  return facts;
}

}  // namespace feedrate::app
