// What every outside document (YAML, JSON, command-line override) is read into before it is given a type: a tree that
// remembers where each part was written. Plain data; strictness of the syntaxes lives in yaml.cc and json.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace feedrate {

// Line and column count from 1. A value given on the command line has line 0 and names its flag instead.
struct Position {
  int line = 0;
  int column = 0;
  std::string flag;
};

class Value {
 public:
  enum class Kind { kNull, kBool, kInteger, kReal, kText, kList, kMap };
  struct Member;

  // Out of line: a map's members hold values, so Member is complete only after this class.
  Value();
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
  static Value boolean(bool flag);
  static Value integer(std::int64_t number);
  static Value real(double number);
  static Value text(std::string text);
  static Value list(std::vector<Value> items = {});
  static Value map();
  static Value map(std::vector<Member> members);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is(Kind kind) const { return kind_ == kind; }
  [[nodiscard]] bool as_bool() const { return integer_ != 0; }
  [[nodiscard]] std::int64_t as_integer() const { return integer_; }
  // Also valid for integers.
  [[nodiscard]] double as_real() const { return kind_ == Kind::kInteger ? static_cast<double>(integer_) : real_; }
  [[nodiscard]] const std::string& as_text() const { return text_; }
  [[nodiscard]] const std::vector<Value>& items() const { return items_; }
  [[nodiscard]] std::vector<Value>& items() { return items_; }
  [[nodiscard]] const std::vector<Member>& members() const { return members_; }
  [[nodiscard]] std::vector<Member>& members() { return members_; }

  // The member's value, or nullptr.
  [[nodiscard]] const Value* find(std::string_view key) const;
  [[nodiscard]] Value* find(std::string_view key);
  // Adds or replaces a member.
  void set(std::string_view key, Value value);

  [[nodiscard]] const Position& at() const { return at_; }
  void place(Position at) { at_ = std::move(at); }

  // What a message calls it: `"abc"`, `12`, `a list of 3`, `a map with keys a, b`.
  [[nodiscard]] std::string shown() const;

 private:
  Kind kind_ = Kind::kNull;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string text_;
  std::vector<Value> items_;
  std::vector<Member> members_;
  Position at_;
};

struct Value::Member {
  std::string key;
  Value value;
  Position key_at = {};
};

// Whether two trees hold the same data, wherever it was written.
bool operator==(const Value& a, const Value& b);

}  // namespace feedrate
