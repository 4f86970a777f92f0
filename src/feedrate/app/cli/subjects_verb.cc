#include <cstdio>

#include "feedrate/app/cli/capabilities.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/base/suggest.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/control/config/shipped.h"
#include "feedrate/control/report/layout.h"

namespace feedrate::app {
namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string media_of(const contract::Support& support) {
  std::vector<std::string> out;
  for (const auto kind : support.media) out.emplace_back(name_of(kind));
  return listed(out);
}

std::string table_of(const std::vector<contract::Capability>& all) {
  std::vector<control::Column> columns = {{"subject", {}}, {"environment", {}}, {"scope", {}}, {"media", {}}};
  std::vector<control::Style> styles;
  for (const auto& capability : all) {
    const auto* shipped = control::find_shipped(capability.subject);
    for (const auto& support : capability.supports) {
      const bool is_first = &support == &capability.supports.front();
      columns[0].cells.push_back(is_first ? capability.subject : "");
      columns[1].cells.emplace_back(is_first ? shipped->group : "");
      columns[2].cells.emplace_back(name_of(support.scope));
      columns[3].cells.push_back(media_of(support));
      styles.push_back(control::Style::kPlain);
    }
  }
  return control::aligned(columns, styles, screen_of(1));
}

std::string one_of(const contract::Capability& capability) {
  const std::string group(control::find_shipped(capability.subject)->group);
  std::string out = format("{}{}\n", capability.subject, group.empty() ? "" : ", in the environment " + group);
  for (const auto& support : capability.supports) {
    out += format("  {} of {}\n", name_of(support.scope), media_of(support));
    out += control::wrapped(listed(support.operations), screen_of(1).width, 4, 4, control::Style::kPlain, screen_of(1));
  }
  return out + "  what its libraries are here, and whether they work: feedrate plan EXP\n";
}

Expected<int> print_subjects(const Arguments& arguments) {
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(all, shipped_capabilities(installation));
  if (const auto name = arguments.find("NAME")) {
    std::erase_if(all, [&](const contract::Capability& each) { return each.subject != *name; });
    if (all.empty()) {
      const auto names = control::shipped_names();
      const auto guess = nearest(*name, names);
      return input_error(format("there is no shipped subject {}{}; feedrate subjects lists them", *name,
                                guess.empty() ? "" : format("; did you mean {}?", guess)));
    }
  }
  if (arguments.has("--json")) {
    for (const auto& each : all) std::puts(canonical_json(contract::write_capability(each)).c_str());
    return kOk;
  }
  std::fputs((arguments.has("NAME") ? one_of(all.front()) : table_of(all)).c_str(), stdout);
  return kOk;
}

}  // namespace

Verb subjects_verb() {
  return {{"subjects",
           "more",
           "the shipped subjects: scopes, media and operations of each",
           "feedrate subjects",
           {{"NAME", "one of them, with its operations", false}},
           {{"--json", "", "for programs, a line each"}}},
          print_subjects};
}

}  // namespace feedrate::app
