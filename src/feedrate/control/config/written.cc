#include "feedrate/control/config/written.h"

#include "feedrate/base/yaml.h"

namespace feedrate::control {
namespace {

// The first line that is indented by a tab, or 0.
int tab_line(std::string_view text) {
  int line = 1;
  bool indenting = true;
  for (char c : text) {
    if (c == '\t' && indenting) return line;
    if (c == '\n') ++line;
    indenting = c == '\n' || (indenting && c == ' ');
  }
  return 0;
}

}  // namespace

Expected<Value> parse_written(std::string_view text, const std::string& file) {
  auto tree = parse_yaml(text, file);
  if (tree) {
    if (tree->is(Value::Kind::kNull)) tree->place({1, 1, {}});
    return tree;
  }
  std::string message = tree.error().message;
  const auto says = [&](std::string_view what) { return message.find(what) != std::string::npos; };
  if (!says("not valid YAML")) return tree;
  if (const int line = tab_line(text); line > 0)
    return input_error(format("{}:{}:1: this line is indented by a tab; YAML wants blanks", file, line));
  constexpr std::string_view kAlias = "not valid YAML: the referenced anchor is not defined";
  if (const auto at = message.find(kAlias); at != std::string::npos)
    return input_error(message.replace(at, kAlias.size(), "aliases (*name) are not allowed; write the value again"));
  if (says("end of"))  // yaml-cpp notices only where the next thing does not fit
    message += "; look above for a bracket or quote that is not closed, or for a line indented unlike its neighbours";
  return input_error(message);
}

}  // namespace feedrate::control
