#include "feedrate/base/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace feedrate {
namespace {

// Counts lines and columns while nlohmann's parser pulls characters through it.
struct Cursor {
  int line = 1;
  int column = 0;
  bool after_newline = false;  // the parser reads one character ahead: a line starts with its first character
};

class Counting {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Counting(const char* at, Cursor* cursor) : at_(at), cursor_(cursor) {}
  reference operator*() const { return *at_; }
  Counting& operator++() {
    if (cursor_->after_newline) {
      ++cursor_->line;
      cursor_->column = 0;
    }
    cursor_->after_newline = *at_ == '\n';
    ++cursor_->column;
    ++at_;
    return *this;
  }
  Counting operator++(int) {
    Counting old = *this;
    ++*this;
    return old;
  }
  friend bool operator!=(const Counting& a, const Counting& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  Cursor* cursor_;
};

// Builds the tree; returns false (which ends the parse) with `problem` set on what JSON allows and we do not.
class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonBuilder(const Cursor& cursor) : cursor_(cursor) {}

  bool null() override { return add(Value()); }
  bool boolean(bool flag) override { return add(Value::boolean(flag)); }
  bool number_integer(number_integer_t number) override { return add(Value::integer(number)); }
  bool number_unsigned(number_unsigned_t number) override {
    if (number > static_cast<number_unsigned_t>(INT64_MAX))
      return refuse(format("{} does not fit a 64-bit number", number));
    return add(Value::integer(static_cast<std::int64_t>(number)));
  }
  bool number_float(number_float_t number, const string_t& source) override {
    if (source.find_first_of(".eE") == string_t::npos) return refuse(source + " does not fit a 64-bit number");
    if (!std::isfinite(number)) return refuse(source + " is not a finite number");
    return add(Value::real(number));
  }
  bool string(string_t& text) override { return add(Value::text(std::move(text))); }
  bool binary(binary_t& /*unused*/) override { return refuse("binary data"); }
  bool start_object(std::size_t /*unused*/) override { return open(Value::map()); }
  bool start_array(std::size_t /*unused*/) override { return open(Value::list()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    if (open_.back().find(key) != nullptr) return refuse(format("the key \"{}\" stands here twice", key));
    open_.back().members().push_back({key, Value(), here()});
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& last, const nlohmann::detail::exception& e) override {
    std::string_view why = e.what();
    // nlohmann writes "[json.exception...] parse error at line 1, column 2: REASON"; ours has its own place.
    if (auto colon = why.find(": "); colon != std::string_view::npos) why.remove_prefix(colon + 2);
    return refuse(last.empty() ? std::string(why) : format("{}", why));
  }

  Value root;
  std::string problem;
  Position problem_at;

 private:
  [[nodiscard]] Position here() const { return {cursor_.line, std::max(cursor_.column, 1), {}}; }
  bool refuse(std::string why) {
    if (problem.empty()) {
      problem = std::move(why);
      problem_at = here();
    }
    return false;
  }
  bool open(Value value) {
    if (open_.size() >= kDeepest) return refuse(format("nested deeper than {} levels", kDeepest));
    value.place(here());
    open_.push_back(std::move(value));
    return true;
  }
  bool close() {
    Value done = std::move(open_.back());
    open_.pop_back();
    return put(std::move(done));
  }
  bool add(Value value) {
    value.place(here());
    return put(std::move(value));
  }
  bool put(Value value) {
    if (open_.empty())
      root = std::move(value);
    else if (open_.back().is(Value::Kind::kList))
      open_.back().items().push_back(std::move(value));
    else
      open_.back().members().back().value = std::move(value);
    return true;
  }

  const Cursor& cursor_;
  std::vector<Value> open_;
};

void append_text(const std::string& text, std::string& out) {
  // Invalid UTF-8 (a file name, say) is replaced: a record must always be readable again.
  out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append(const Value& value, std::string& out, int indent, int level) {
  const bool pretty = indent > 0;
  auto newline = [&](int depth) {
    if (pretty) out += '\n' + std::string(static_cast<std::size_t>(indent * depth), ' ');
  };
  switch (value.kind()) {
    case Value::Kind::kNull:
      out += "null";
      return;
    case Value::Kind::kBool:
      out += value.as_bool() ? "true" : "false";
      return;
    case Value::Kind::kInteger:
      out += std::to_string(value.as_integer());
      return;
    case Value::Kind::kReal:
      out += decimal(value.as_real());
      return;
    case Value::Kind::kText:
      append_text(value.as_text(), out);
      return;
    case Value::Kind::kList: {
      out += '[';
      bool first = true;
      for (const auto& item : value.items()) {
        if (!first) out += ',';
        first = false;
        newline(level + 1);
        append(item, out, indent, level + 1);
      }
      if (!first) newline(level);
      out += ']';
      return;
    }
    case Value::Kind::kMap: {
      std::vector<const Value::Member*> members;
      members.reserve(value.members().size());
      for (const auto& member : value.members()) members.push_back(&member);
      if (!pretty) std::sort(members.begin(), members.end(), [](auto* a, auto* b) { return a->key < b->key; });
      out += '{';
      bool first = true;
      for (const auto* member : members) {
        if (!first) out += ',';
        first = false;
        newline(level + 1);
        append_text(member->key, out);
        out += pretty ? ": " : ":";
        append(member->value, out, indent, level + 1);
      }
      if (!first) newline(level);
      out += '}';
      return;
    }
  }
}

}  // namespace

Expected<Value> parse_json(std::string_view text, std::string_view name) {
  Cursor cursor;
  JsonBuilder builder(cursor);
  Counting begin(text.data(), &cursor);
  Counting end(text.data() + text.size(), &cursor);
  if (nlohmann::json::sax_parse(begin, end, &builder)) return std::move(builder.root);
  return input_error(format("{}:{}:{}: {}", name, builder.problem_at.line, builder.problem_at.column, builder.problem));
}

std::string canonical_json(const Value& value) {
  std::string out;
  append(value, out, 0, 0);
  return out;
}

std::string pretty_json(const Value& value) {
  std::string out;
  append(value, out, 2, 0);
  return out;
}

std::string decimal(double number) {
  FEEDRATE_CHECK(std::isfinite(number));
  if (number == 0) return "0";
  char buffer[32];
  // Digits alone would be read back as an integer, which must fit 64 bits.
  auto [end, code] = std::abs(number) < 0x1p63
                         ? std::to_chars(buffer, buffer + sizeof buffer, number)
                         : std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific);
  FEEDRATE_CHECK(code == std::errc());
  return {buffer, end};
}

std::string plain_decimal(double number) {
  FEEDRATE_CHECK(std::isfinite(number));
  if (number == 0) return "0";
  char buffer[1100];  // the smallest number has 1074 digits after its point
  auto [end, code] = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed);
  FEEDRATE_CHECK(code == std::errc());
  return {buffer, end};
}

}  // namespace feedrate
