// Values given on the command line, laid over the experiment before it is read, so that they pass the same checks as
// the file. `--set path.to.key=value` reaches every key; short flags are names for the keys people change most.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/problems.h"
#include "feedrate/base/value.h"

namespace feedrate::control {

struct Override {
  std::string flag;  // what the person typed, which is the place that messages name: "--num-runs 7"
  std::string path;  // "measure.blocks"
  std::string text;  // YAML: 7, [1, 2], 250 ms
};

struct ShortFlag {
  std::string flag;  // "--num-runs"
  std::string path;
  std::string value;  // what help calls its value
  std::string doc;
  bool list = false;  // values separated by commas
};

std::vector<ShortFlag> short_flags();

// Of a short flag and its value: ("--workers", "1,2").
Expected<Override> flag_override(std::string_view flag, std::string_view text);
// Of what follows --set: "measure.blocks=7".
Expected<Override> set_override(std::string_view text);

// Lays them over the tree, later ones over earlier ones. What cannot be laid is a problem; whether keys and values are
// right is found when the tree is read.
void apply_overrides(std::span<const Override> overrides, Value& tree, Problems& problems);

}  // namespace feedrate::control
