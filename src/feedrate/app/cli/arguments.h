// The command line as data: each verb lists its words and options once; parsing, help and errors follow. The only file
// that knows CLI11 is arguments.cc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::app {

struct Option {
  std::string name;        // "--json"
  std::string value_name;  // "N"; empty for a switch
  std::string doc;
  bool repeats = false;
};

struct Word {
  std::string name;  // "EXP"
  std::string doc;
  bool required = true;
  bool repeats = false;     // only the last one
  bool is_command = false;  // somebody's own, to its end: its options are not ours
};

struct VerbSpec {
  std::string name;  // "plan", "dataset make"
  std::string group;
  std::string summary;
  std::string example;  // works as printed
  std::vector<Word> words;
  std::vector<Option> options;
};

class Arguments {
 public:
  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
  // The value of an option or word that must be there.
  [[nodiscard]] const std::string& get(const std::string& name) const { return values_.at(name).back(); }
  [[nodiscard]] std::optional<std::string> find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> all(const std::string& name) const;
  void add(const std::string& name, std::string value) { values_[name].push_back(std::move(value)); }

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

// Of "a,b" it is a and b.
std::vector<std::string> comma_separated(const std::string& list);

struct Parsed {
  std::size_t verb = 0;  // index into the verbs
  Arguments arguments;
  std::optional<std::string> help;  // asked for: print it and be done
};

Expected<Parsed> parse_arguments(const std::vector<VerbSpec>& verbs, const std::vector<std::string>& words);

// The first help screen: the verbs in their groups.
std::string first_help(const std::vector<VerbSpec>& verbs);

}  // namespace feedrate::app
