#include <algorithm>
#include <map>

#include "feedrate/base/suggest.h"
#include "feedrate/control/config/checks.h"
#include "feedrate/control/config/shipped.h"

namespace feedrate::control {
namespace {

constexpr const char* kPython = "{python}";

struct Place {
  const Value& item;  // of the list of subjects
  std::string path;

  [[nodiscard]] const Value& of(const char* key) const {
    const Value* value = item.is(Value::Kind::kMap) ? item.find(key) : nullptr;
    return value == nullptr ? item : *value;
  }
};

std::vector<std::string> environment_names(const Value& tree) {
  std::vector<std::string> names;
  const Value* environments = tree.find("environments");
  if (environments == nullptr) return names;
  for (const auto& member : environments->members()) names.push_back(member.key);
  return names;
}

std::string how_to_add(const std::string& name, const std::vector<std::string>& known) {
  const std::string entry = format("{}: {{python: .venv-{}/bin/python}}", name, name);
  if (known.empty()) return format("add environments: {{{}}}", entry);
  return format("add {} to environments", entry);
}

void check_kind(const Subject& subject, const Place& place, Problems& problems) {
  const bool own = subject.make || subject.command;
  const ShippedSubject* shipped = find_shipped(subject.name);
  const auto names = shipped_names();
  if (subject.make && subject.command)
    problems.add(
        place.of("command").at(),
        format("{} has both make and command; keep one: make names a Python loader, command any program", place.path));
  if (shipped == nullptr && !own) {
    std::string message = format("{} is {}, which is not a shipped subject", place.path, place.of("name").shown());
    if (auto guess = nearest(subject.name, names); !guess.empty()) message += format("; did you mean {}?", guess);
    problems.add(place.of("name").at(),
                 message + format(" (shipped: {}; your own needs the key make or command)", either(names)));
  }
  if (shipped != nullptr && own)
    problems.add(place.of("name").at(), format("{} is {}, the name of a shipped subject; give your own another name",
                                               place.path, place.of("name").shown()));
  if (shipped != nullptr && !own && shipped->group.empty() && subject.environment)
    problems.add(place.of("environment").at(),
                 format("{} is {}, which needs no interpreter; remove the key environment", place.path, subject.name));
}

void check_command(const Subject& subject, const Place& place, Problems& problems) {
  if (!subject.command) return;
  for (std::size_t i = 0; i < subject.command->size(); ++i) {
    const std::string& word = (*subject.command)[i];
    if (word.starts_with('{') && word.ends_with('}') && word != kPython)
      problems.unexpected(place.of("command").items()[i], format("{}.command[{}]", place.path, i),
                          "\"{python}\", the only placeholder there is");
  }
}

// The environment this subject will run in; empty if it needs none.
std::string environment_of(const Subject& subject) {
  if (subject.environment) return *subject.environment;
  const ShippedSubject* shipped = find_shipped(subject.name);
  return shipped == nullptr ? std::string() : std::string(shipped->group);
}

bool uses_python(const Subject& subject) {
  return subject.make ||
         (subject.command && std::any_of(subject.command->begin(), subject.command->end(), [](const std::string& word) {
            return word.find(kPython) != std::string::npos;
          }));
}

void check_environment(const Subject& subject, const Place& place, const std::vector<std::string>& known,
                       Problems& problems) {
  const std::string environment = environment_of(subject);
  if (environment.empty()) {
    if (!uses_python(subject)) return;
    const std::string choice = known.empty() ? "NAME" : known.front();
    std::string message =
        format("{} ({}) runs Python and does not say which; add environment: {}", place.path, subject.name, choice);
    if (known.empty()) message += " to it, and at the top level environments: {NAME: {python: PATH}}";
    if (known.size() > 1) message += format(" (environments here: {})", either(known));
    return problems.add(place.item.at(), message);
  }
  if (std::find(known.begin(), known.end(), environment) != known.end()) return;
  if (subject.environment) {
    const auto guess = nearest(environment, known);
    std::string message = format("{}.environment is \"{}\", which environments does not have", place.path, environment);
    if (!known.empty()) message += format(" (it has {})", either(known));
    message += guess.empty() ? "; " + how_to_add(environment, known) : format("; did you mean {}?", guess);
    return problems.add(place.of("environment").at(), message);
  }
  std::string message = format("{} ({}) runs in the environment {}, which this experiment does not have; {}",
                               place.path, subject.name, environment, how_to_add(environment, known));
  if (!known.empty())
    message += format(", or name one that is there: {{name: {}, environment: {}}}", subject.name, known.front());
  problems.add(place.item.at(), message);
}

}  // namespace

void check_subjects(const Value& tree, Problems& problems) {
  const auto environments = environment_names(tree);
  if (const Value* map = tree.find("environments"))
    for (const auto& member : map->members())
      if (!text_obeys(member.key, name_rule()))
        problems.add(member.key_at, format("the environment {} has no good name; expected {}",
                                           Value::text(member.key).shown(), expected_text(name_rule())));
  const Value* list = tree.find("subjects");
  if (list == nullptr) return;
  std::map<std::string, std::string> seen;
  for (std::size_t i = 0; i < list->items().size(); ++i) {
    const Place place{list->items()[i], format("subjects[{}]", i)};
    const auto subject = sound<Subject>(&place.item);
    if (!subject) continue;
    if (auto [first, fresh] = seen.emplace(subject->name, place.path); !fresh)
      problems.add(place.of("name").at(), format("{} is {}, the name that {} has; give each subject a name of its own",
                                                 place.path, place.of("name").shown(), first->second));
    check_kind(*subject, place, problems);
    check_command(*subject, place, problems);
    check_environment(*subject, place, environments, problems);
  }
}

void choose_environments(Config& config) {
  for (auto& subject : config.subjects)
    if (auto environment = environment_of(subject); !environment.empty()) subject.environment = environment;
}

}  // namespace feedrate::control
