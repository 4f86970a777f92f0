#include "feedrate/control/judge/describe.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "feedrate/base/json.h"
#include "feedrate/base/write.h"

namespace feedrate::control {
namespace {

using contract::Record;
using Leaves = std::map<std::string, std::string>;  // "settings.workers" -> "2"

std::string leaf_text(const Value& value) {
  return value.is(Value::Kind::kText) ? value.as_text() : canonical_json(value);
}

bool all_scalars(const Value& list) {
  return std::none_of(list.items().begin(), list.items().end(),
                      [](const Value& item) { return item.is(Value::Kind::kMap) || item.is(Value::Kind::kList); });
}

void flatten(const Value& value, const std::string& path, Leaves& out) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (value.is(Value::Kind::kMap)) {
    for (const auto& member : value.members()) flatten(member.value, below(member.key), out);
  } else if (value.is(Value::Kind::kList) && !all_scalars(value)) {
    for (std::size_t i = 0; i < value.items().size(); ++i) flatten(value.items()[i], below(std::to_string(i)), out);
  } else {
    out[path] = leaf_text(value);
  }
}

// What is done, in a word.
struct WorkName {
  std::string operator()(const contract::DecodeWork& work) const { return name_of(work.decode.format); }
  std::string operator()(const contract::TransformWork& work) const {
    return contract::name_of_operation(work.operation);
  }
  std::string operator()(const contract::LoaderWork& work) const { return work.recipe.name; }
  std::string operator()(const contract::StorageWork& work) const { return last_component(work.data.uri); }
  std::string operator()(const contract::StepWork& work) const { return work.recipe.name; }
  std::string operator()(const contract::ProgramWork& work) const {
    return work.command.empty() ? "" : last_component(work.command.front());
  }
  std::string operator()(const contract::EvalWork& work) const { return work.name; }
  std::string operator()(const contract::ProbeWork& work) const { return work.name; }
};

// "work.media.kind" is called media: `kind` alone would say nothing.
std::string key_of(const std::string& path) {
  std::string rest = path;
  const std::string kind = ".kind";
  if (rest.size() > kind.size() && rest.ends_with(kind)) rest.resize(rest.size() - kind.size());
  return rest.substr(rest.rfind('.') + 1);
}

// Keys whose values are not the same in all comparisons.
std::set<std::string> varying(const std::map<std::string, Leaves>& all) {
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> seen;
  for (const auto& [id, leaves] : all) {
    for (const auto& [path, text] : leaves) {
      values[path].insert(text);
      ++seen[path];
    }
  }
  std::set<std::string> out;
  for (const auto& [path, texts] : values)
    if (texts.size() > 1 || seen[path] < all.size()) out.insert(path);
  return out;
}

Leaves leaves_of(const Record& record) {
  Leaves out;
  flatten(write(record.what), "", out);
  for (const char* shown_elsewhere : {"subject", "work.scope", "settings.workers", "settings.batch", "work.recipe.name",
                                      "work.decode.format", "work.data.fingerprint"})
    out.erase(shown_elsewhere);
  // Where the data lies on a machine says nothing; its folder's name does.
  if (const auto uri = out.find("work.data.uri"); uri != out.end()) {
    out["data"] = last_component(uri->second);
    out.erase("work.data.uri");
  }
  return out;
}

bool has_batches(const contract::Work& work) {
  return std::holds_alternative<contract::LoaderWork>(work) || std::holds_alternative<contract::StepWork>(work) ||
         std::holds_alternative<contract::StorageWork>(work) || std::holds_alternative<contract::DecodeWork>(work);
}

CaseParts head_of(const Record& record) {
  CaseParts out = {{"", scope_of(record)}, {"", std::visit(WorkName{}, record.what.work)}};
  if (has_batches(record.what.work)) {
    out.push_back({"workers", std::to_string(record.what.settings.workers)});
    out.push_back({"batch", std::to_string(record.what.settings.batch)});
  }
  return out;
}

}  // namespace

std::map<std::string, CaseParts> describe(const std::vector<Arm>& arms) {
  std::map<std::string, const Record*> one_of;
  for (const auto& arm : arms) one_of.emplace(arm.comparison, arm.cells.front());
  std::map<std::string, Leaves> leaves;
  std::set<std::string> recipes;
  for (const auto& [id, record] : one_of) {
    leaves[id] = leaves_of(*record);
    recipes.insert(std::visit(WorkName{}, record->what.work));
  }
  const auto differs = varying(leaves);
  std::map<std::string, CaseParts> out;
  std::map<std::string, int> titles;
  for (const auto& [id, record] : one_of) {
    CaseParts parts = head_of(*record);
    for (const auto& [path, text] : leaves[id]) {
      // Recipes with names of their own need no list of how their operations differ.
      const bool named =
          recipes.size() > 1 &&
          (path.starts_with("work.recipe.") || path.starts_with("work.operation") || path.starts_with("work.accepted"));
      if (differs.count(path) > 0 && !named) parts.push_back({key_of(path), text});
    }
    ++titles[case_text(parts, "")];
    out[id] = std::move(parts);
  }
  for (auto& [id, parts] : out)
    if (titles[case_text(parts, "")] > 1) parts.push_back({"id", short_id(id)});
  return out;
}

const char* scope_of(const Record& record) { return Alternatives<contract::Work>::names[record.what.work.index()]; }

bool earlier(const CaseParts& a, const CaseParts& b) {
  const auto key = [](const CasePart& part) {
    const bool number = !part.value.empty() && part.value.size() < 18 &&
                        part.value.find_first_not_of("0123456789") == std::string::npos;
    return std::tuple(part.key, number ? std::stoll(part.value) : -1, part.value);
  };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](const CasePart& x, const CasePart& y) { return key(x) < key(y); });
}

std::string part_text(const CasePart& part) { return part.key.empty() ? part.value : part.key + " " + part.value; }

std::string case_text(const CaseParts& parts, const std::string& subject) {
  std::string out;
  for (const auto& part : parts)
    out += (out.empty() ? "" : "/") + (part.key.empty() ? part.value : part.key + "=" + part.value);
  return subject.empty() ? out : out + "/" + subject;
}

std::string last_component(const std::string& path) {
  const auto end = path.find_last_not_of('/');
  if (end == std::string::npos) return path;
  const auto slash = path.find_last_of('/', end);
  const auto begin = slash == std::string::npos ? 0 : slash + 1;
  return path.substr(begin, end - begin + 1);
}

std::string short_id(const std::string& id) { return id.substr(0, 8); }

}  // namespace feedrate::control
