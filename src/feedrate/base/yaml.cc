#include "feedrate/base/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

#include "feedrate/base/json.h"

namespace feedrate {
namespace {

// Thrown inside this file only, to leave yaml-cpp's parser from a callback.
struct Refusal {
  Position at;
  std::string why;
};

Position position_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1, {}}; }

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The type of an unquoted word, by the YAML 1.2 core schema less what people get wrong.
Value plain(const std::string& word, const Position& at) {
  if (word.empty() || word == "null" || word == "~") return {};
  if (word == "true" || word == "false") return Value::boolean(word == "true");
  for (const char* lookalike : {"yes", "no", "on", "off", "Yes", "No", "On", "Off", "YES", "NO", "ON", "OFF", "True",
                                "False", "TRUE", "FALSE", "Null", "NULL"})
    if (word == lookalike)
      throw Refusal{at, format("{} is read differently by different YAML versions; write true, false or null, "
                               "or quote it: \"{}\"",
                               word, word)};
  std::string_view digits = word;
  const bool negative = digits[0] == '-';
  if (digits[0] == '-' || digits[0] == '+') digits.remove_prefix(1);
  if (digits.size() > 1 && digits[0] == '0' && (is_digits(digits.substr(1)) || digits[1] == 'o' || digits[1] == 'x'))
    throw Refusal{at, format("{} looks like an octal or hexadecimal number; write it in decimal, or quote it: \"{}\"",
                             word, word)};
  if (is_digits(digits)) {
    std::int64_t number = 0;
    const std::string text = (negative ? "-" : "") + std::string(digits);
    auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc()) throw Refusal{at, format("{} does not fit a 64-bit number", word)};
    return Value::integer(number);
  }
  if (!digits.empty() && (is_digits(digits.substr(0, 1)) || digits[0] == '.')) {
    double number = 0;
    auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (end == digits.data() + digits.size()) {
      if (code != std::errc() || !std::isfinite(number))
        throw Refusal{at, format("{} is beyond what a floating-point number can hold", word)};
      return Value::real(negative ? -number : number);
    }
  }
  for (const char* special : {".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "-.inf", "+.inf"})
    if (word == special) throw Refusal{at, format("{} is not a finite number", word)};
  return Value::text(word);
}

class YamlBuilder : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    put(Value(), mark, {});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    throw Refusal{position_of(mark), "aliases (*name) are not allowed; write the value again"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    refuse_anchor(mark, anchor);
    // yaml-cpp marks a plain scalar with the tag "?", a quoted one with "!".
    if (tag != "?" && tag != "!" && !tag.empty()) refuse_tag(mark, tag);
    if (awaiting_key()) {
      key(text, mark);
      return;
    }
    put(tag == "!" ? Value::text(text) : plain(text, position_of(mark)), mark, text);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(Value::list(), mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(Value::map(), mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

  Value root;

 private:
  struct Level {
    Value value;
    bool has_key = false;
  };

  [[nodiscard]] bool awaiting_key() const {
    return !open_.empty() && open_.back().value.is(Value::Kind::kMap) && !open_.back().has_key;
  }
  static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) throw Refusal{position_of(mark), "anchors (&name) are not allowed"};
  }
  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    throw Refusal{position_of(mark), format("tags are not allowed: {}", tag)};
  }
  void key(const std::string& text, const YAML::Mark& mark) {
    // YAML reads back keys of up to 1024 characters on one line, escapes included.
    constexpr std::size_t kLongestKey = 128;
    if (text.size() > kLongestKey)
      throw Refusal{position_of(mark),
                    format("a key of {} characters; at most {} are allowed", text.size(), kLongestKey)};
    if (text == "<<") throw Refusal{position_of(mark), "merge keys (<<) are not allowed; write the keys out"};
    auto& members = open_.back().value.members();
    for (const auto& member : members)
      if (member.key == text)
        throw Refusal{position_of(mark),
                      format("the key {} stands here twice; the first is in line {}", text, member.key_at.line)};
    members.push_back({text, Value(), position_of(mark)});
    open_.back().has_key = true;
  }
  void open(Value value, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    if (tag != "?" && tag != "!" && !tag.empty()) refuse_tag(mark, tag);
    if (awaiting_key()) throw Refusal{position_of(mark), "a key must be a plain word, not a list or map"};
    if (open_.size() >= kDeepest) throw Refusal{position_of(mark), format("nested deeper than {} levels", kDeepest)};
    value.place(position_of(mark));
    open_.push_back({std::move(value)});
  }
  void close() {
    Value done = std::move(open_.back().value);
    open_.pop_back();
    attach(std::move(done));
  }
  void put(Value value, const YAML::Mark& mark, const std::string& /*source*/) {
    if (awaiting_key()) throw Refusal{position_of(mark), "a key is missing before ':'"};
    value.place(position_of(mark));
    attach(std::move(value));
  }
  void attach(Value value) {
    if (open_.empty()) {
      root = std::move(value);
    } else if (open_.back().value.is(Value::Kind::kList)) {
      open_.back().value.items().push_back(std::move(value));
    } else {
      auto& member = open_.back().value.members().back();
      // An absent value has yaml-cpp's place of the next token; its key is where a person looks.
      if (value.is(Value::Kind::kNull)) value.place(member.key_at);
      member.value = std::move(value);
      open_.back().has_key = false;
    }
  }

  std::vector<Level> open_;
};

// A word that reads back as the same text without quotes.
bool is_bare(const std::string& text) {
  if (text.empty() || text.size() > 200) return false;
  for (char c : text)
    if ((std::isalnum(static_cast<unsigned char>(c)) == 0) &&
        std::string_view("_-./%+ ").find(c) == std::string_view::npos)
      return false;
  if (text.front() == ' ' || text.back() == ' ' || text.front() == '-' || text.front() == '%') return false;
  try {
    return plain(text, {}).is(Value::Kind::kText);
  } catch (const Refusal&) {
    return false;
  }
}

std::string scalar(const Value& value) {
  if (value.is(Value::Kind::kText)) return is_bare(value.as_text()) ? value.as_text() : canonical_json(value);
  return canonical_json(value);
}

std::string key_text(const std::string& key) { return is_bare(key) ? key : canonical_json(Value::text(key)); }

bool is_flat(const Value& value) {
  for (const auto& item : value.items())
    if (item.is(Value::Kind::kList) || item.is(Value::Kind::kMap)) return false;
  return true;
}

void write(const Value& value, std::string& out, const std::string& indent);

// What follows `key:` or `-`: on the same line where it is flat, below it otherwise.
void write_after(const Value& value, std::string& out, const std::string& indent) {
  if (value.is(Value::Kind::kMap) && !value.members().empty()) {
    out += '\n';
    write(value, out, indent + "  ");
  } else if (value.is(Value::Kind::kList) && !is_flat(value)) {
    out += '\n';
    write(value, out, indent + "  ");
  } else if (value.is(Value::Kind::kList)) {
    out += " [";
    for (std::size_t i = 0; i < value.items().size(); ++i) out += (i > 0 ? ", " : "") + scalar(value.items()[i]);
    out += "]\n";
  } else {
    out += ' ' + scalar(value) + '\n';
  }
}

void write(const Value& value, std::string& out, const std::string& indent) {
  if (value.is(Value::Kind::kMap)) {
    for (const auto& member : value.members()) {
      out += indent + key_text(member.key) + ':';
      write_after(member.value, out, indent);
    }
  } else {
    for (const auto& item : value.items()) {
      out += indent + '-';
      write_after(item, out, indent);
    }
  }
}

}  // namespace

Expected<Value> parse_yaml(std::string_view text, std::string_view name) {
  auto refuse = [&](const Position& at, std::string_view why) {
    return input_error(format("{}:{}:{}: {}", name, at.line, at.column, why));
  };
  // What is not UTF-8 is replaced when it is written, so that two keys could become one.
  const std::string readable = parse_json(canonical_json(Value::text(std::string(text))), name)->as_text();
  if (readable != text) {
    const auto found = std::mismatch(text.begin(), text.end(), readable.begin(), readable.end()).first;
    const auto line = 1 + static_cast<int>(std::count(text.begin(), found, '\n'));
    return refuse({line, 1, {}}, "this line is not UTF-8 text; save the file as UTF-8");
  }
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    YamlBuilder builder;
    if (!parser.HandleNextDocument(builder)) return Value();
    YamlBuilder more;
    if (parser.HandleNextDocument(more)) return refuse({1, 1, {}}, "more than one YAML document; keep one a file");
    return std::move(builder.root);
  } catch (const Refusal& refusal) {
    return refuse(refusal.at, refusal.why);
  } catch (const YAML::ParserException& e) {
    return refuse(position_of(e.mark), "not valid YAML: " + e.msg);
  } catch (const std::exception& e) {
    return refuse({1, 1, {}}, std::string("not valid YAML: ") + e.what());
  }
}

std::string write_yaml(const Value& value) {
  if (value.is(Value::Kind::kMap) && !value.members().empty()) {
    std::string out;
    write(value, out, "");
    return out;
  }
  return canonical_json(value) + "\n";
}

}  // namespace feedrate
