#include "feedrate/base/value.h"

#include "feedrate/base/format.h"
#include "feedrate/base/json.h"

namespace feedrate {

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value Value::boolean(bool flag) {
  Value v;
  v.kind_ = Kind::kBool;
  v.integer_ = flag ? 1 : 0;
  return v;
}

Value Value::integer(std::int64_t number) {
  Value v;
  v.kind_ = Kind::kInteger;
  v.integer_ = number;
  return v;
}

Value Value::real(double number) {
  Value v;
  v.kind_ = Kind::kReal;
  v.real_ = number;
  return v;
}

Value Value::text(std::string text) {
  Value v;
  v.kind_ = Kind::kText;
  v.text_ = std::move(text);
  return v;
}

Value Value::list(std::vector<Value> items) {
  Value v;
  v.kind_ = Kind::kList;
  v.items_ = std::move(items);
  return v;
}

Value Value::map() { return map(std::vector<Member>()); }

Value Value::map(std::vector<Member> members) {
  Value v;
  v.kind_ = Kind::kMap;
  v.members_ = std::move(members);
  return v;
}

const Value* Value::find(std::string_view key) const {
  for (const auto& member : members_)
    if (member.key == key) return &member.value;
  return nullptr;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

void Value::set(std::string_view key, Value value) {
  if (Value* old = find(key))
    *old = std::move(value);
  else
    members_.push_back({std::string(key), std::move(value)});
}

std::string Value::shown() const {
  switch (kind_) {
    case Kind::kNull:
      return "nothing";
    case Kind::kBool:
    case Kind::kInteger:
    case Kind::kReal:
      return canonical_json(*this);
    case Kind::kText: {
      constexpr std::size_t kMost = 60;
      return canonical_json(text_.size() <= kMost ? *this : text(text_.substr(0, kMost) + "..."));
    }
    case Kind::kList:
      return format("a list of {}", items_.size());
    case Kind::kMap:
      break;
  }
  if (members_.empty()) return "an empty map";
  std::string keys;
  for (const auto& member : members_) keys += (keys.empty() ? "" : ", ") + member.key;
  return "a map with " + keys;
}

bool operator==(const Value& a, const Value& b) { return canonical_json(a) == canonical_json(b); }

}  // namespace feedrate
