#include "feedrate/app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "feedrate/base/suggest.h"

namespace feedrate::app {
namespace {

std::string words_of(const VerbSpec& verb) {
  std::string out;
  for (const auto& word : verb.words) out += word.required ? " " + word.name : " [" + word.name + "]";
  return out;
}

std::string verb_help(const VerbSpec& verb) {
  std::string out = format("feedrate {}{}{}\n  {}\n", verb.name, words_of(verb),
                           verb.options.empty() ? "" : " [options]", verb.summary);
  std::size_t width = 0;
  for (const auto& word : verb.words) width = std::max(width, word.name.size());
  for (const auto& option : verb.options) width = std::max(width, option.name.size() + 1 + option.value_name.size());
  const auto line = [&](const std::string& name, const std::string& doc) {
    out += format("  {:<{}}  {}\n", name, width, doc);
  };
  out += '\n';
  for (const auto& word : verb.words) line(word.name, word.doc);
  for (const auto& option : verb.options)
    line(option.value_name.empty() ? option.name : option.name + " " + option.value_name, option.doc);
  out += format("\nexample\n  {}\n", verb.example);
  return out;
}

std::vector<std::string> names_of(const std::vector<VerbSpec>& verbs) {
  std::vector<std::string> out;
  for (const auto& verb : verbs)
    if (!verb.group.empty()) out.push_back(verb.name);
  return out;
}

// The verb with the most leading words in common; verbs of two words come as "dataset make".
std::optional<std::size_t> find_verb(const std::vector<VerbSpec>& verbs, const std::vector<std::string>& words,
                                     std::size_t& used) {
  for (const std::size_t n : {std::size_t{2}, std::size_t{1}}) {
    if (words.size() < n) continue;
    std::string name = words[0];
    if (n == 2) name += " " + words[1];
    for (std::size_t i = 0; i < verbs.size(); ++i)
      if (verbs[i].name == name) {
        used = n;
        return i;
      }
  }
  return {};
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

Unexpected unknown_verb(const std::vector<VerbSpec>& verbs, const std::vector<std::string>& words) {
  const auto names = names_of(verbs);
  std::vector<std::string> begin_alike;
  for (const auto& name : names)
    if (name.starts_with(words[0] + " ")) begin_alike.push_back(name);
  if (!begin_alike.empty()) {
    const std::string found = words.size() > 1 ? format("\"{} {}\" is no verb", words[0], words[1])
                                               : format("\"{}\" needs a second word", words[0]);
    return input_error(format("{}; expected {}", found, either(begin_alike)));
  }
  std::string message = format("\"{}\" is no verb of feedrate", words[0]);
  if (const auto guess = nearest(words[0], names); !guess.empty()) message += format("; did you mean {}?", guess);
  return input_error(message + format("\n  verbs: {}\n  see: feedrate --help", either(names)));
}

// Where the verb ends in somebody's own command: with "--" before that, whether it was typed or not.
std::vector<std::string> with_command_apart(const VerbSpec& spec, std::vector<std::string> words) {
  if (spec.words.empty() || !spec.words.back().is_command) return words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") break;
    if (!words[i].starts_with("-")) {
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i), "--");
      break;
    }
    const auto takes_next = [&](const Option& option) { return option.name == words[i] && !option.value_name.empty(); };
    if (std::any_of(spec.options.begin(), spec.options.end(), takes_next)) ++i;
  }
  return words;
}

// What is wrong with an option that the verb has: no value, or given once more than it can be. CLI11 takes the next
// option for a value, and says the rest in words that only its own users know.
std::string misuse(const VerbSpec& spec, const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  for (const auto& option : spec.options) {
    if (option.value_name.empty()) continue;
    std::ptrdiff_t times = 0;
    for (auto word = words.begin(); word != end; ++word) {
      if (*word == option.name && (word + 1 == end || word[1].starts_with("--")))
        return format("{} needs {}: {}", option.name, option.value_name, option.doc);
      if (*word == option.name || word->starts_with(option.name + "=")) ++times;
    }
    if (times > 1 && !option.repeats) return format("{} was given {} times", option.name, times);
  }
  return {};
}

}  // namespace

std::optional<std::string> Arguments::find(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return {};
  return found->second.back();
}

std::vector<std::string> Arguments::all(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> comma_separated(const std::string& list) {
  std::vector<std::string> out;
  std::stringstream words(list);
  for (std::string word; std::getline(words, word, ',');)
    if (!word.empty()) out.push_back(word);
  return out;
}

std::string first_help(const std::vector<VerbSpec>& verbs) {
  std::string out =
      "feedrate: how fast training data can reach the model, what limits it, and whether that changed\n\n";
  std::string group;
  for (const auto& verb : verbs) {
    if (verb.group.empty()) continue;
    out += format("  {:<9} feedrate {:<34} {}\n", verb.group == group ? "" : verb.group, verb.name + words_of(verb),
                  verb.summary);
    group = verb.group;
  }
  return out + "\nfeedrate VERB --help says more and has an example.\n";
}

Expected<Parsed> parse_arguments(const std::vector<VerbSpec>& verbs, const std::vector<std::string>& words) {
  Parsed out;
  if (words.empty() || is_help(words[0])) {
    out.help = first_help(verbs);
    return out;
  }
  if (words[0] == "--version") {
    out.help = "feedrate " FEEDRATE_VERSION "\n";
    return out;
  }
  std::size_t used = 0;
  const auto verb = find_verb(verbs, words, used);
  if (!verb && words.size() > 1 && is_help(words[1]))
    for (const auto& each : verbs)
      if (each.name.starts_with(words[0] + " "))
        out.help = out.help ? *out.help + "\n" + verb_help(each) : verb_help(each);
  if (out.help) return out;
  if (!verb) return unknown_verb(verbs, words);
  out.verb = *verb;
  const VerbSpec& spec = verbs[*verb];

  CLI::App app;
  app.set_help_flag();
  bool help = false;
  app.add_flag("-h,--help", help);
  std::map<std::string, std::vector<std::string>> values;
  std::map<std::string, bool> switches;
  std::vector<std::string> rest;
  for (const auto& option : spec.options) {
    if (option.value_name.empty()) {
      app.add_flag(option.name, switches[option.name]);
    } else {
      // One word each time it is given: what follows belongs to somebody else.
      app.add_option(option.name, values[option.name])
          ->expected(1)
          ->allow_extra_args(false)
          ->multi_option_policy(option.repeats ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
    }
  }
  app.add_option("words", rest)->expected(0, 1 << 20);
  const auto own = with_command_apart(spec, {words.begin() + static_cast<std::ptrdiff_t>(used), words.end()});
  std::vector<std::string> reversed(own.rbegin(), own.rend());
  const std::string see = format("\n  see: feedrate {} --help", spec.name);
  if (const auto wrong = misuse(spec, own); !wrong.empty())
    return input_error(format("feedrate {}: {}", spec.name, wrong) + see);
  try {
    app.parse(reversed);
  } catch (const CLI::ExtrasError&) {
    std::vector<std::string> known;
    for (const auto& option : spec.options) known.push_back(option.name);
    for (const auto& word : words) {
      const std::string flag = word.substr(0, word.find('='));
      if (!flag.starts_with("-") || std::find(known.begin(), known.end(), flag) != known.end()) continue;
      std::string message = format("feedrate {} has no option {}", spec.name, flag);
      if (const auto guess = nearest(flag, known); !guess.empty()) message += format("; did you mean {}?", guess);
      return input_error(message + see);
    }
    return input_error(format("feedrate {}: too many words", spec.name) + see);
  } catch (const CLI::ParseError& e) {
    return input_error(format("feedrate {}: {}", spec.name, e.what()) + see);
  }
  if (help) {
    out.help = verb_help(spec);
    return out;
  }
  const bool open_end = !spec.words.empty() && spec.words.back().repeats;
  if (rest.size() > spec.words.size() && !open_end)
    return input_error(format("feedrate {}: \"{}\" is one word too many", spec.name, rest[spec.words.size()]) + see);
  for (std::size_t i = 0; i < spec.words.size(); ++i) {
    if (i < rest.size())
      out.arguments.add(spec.words[i].name, rest[i]);
    else if (spec.words[i].required)
      return input_error(format("feedrate {} needs {}: {}\n  for example: {}", spec.name, spec.words[i].name,
                                spec.words[i].doc, spec.example));
  }
  for (std::size_t i = spec.words.size(); i < rest.size(); ++i) out.arguments.add(spec.words.back().name, rest[i]);
  for (const auto& [name, texts] : values)
    for (const auto& text : texts) out.arguments.add(name, text);
  for (const auto& [name, on] : switches)
    if (on) out.arguments.add(name, "true");
  return out;
}

}  // namespace feedrate::app
