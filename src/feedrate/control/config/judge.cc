#include "feedrate/control/config/judge.h"

#include <algorithm>

#include "feedrate/base/json.h"
#include "feedrate/base/suggest.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/config/written.h"

namespace feedrate::control {
namespace {

template <class T>
Status status_of(const Expected<T>& made) {
  if (made) return {};
  return Unexpected(made.error());
}

Status judge_tree(std::string_view kind, const Value& tree, const std::string& file) {
  if (kind == "block") return status_of(contract::read_block(tree, file));
  if (kind == "order") return status_of(contract::read_order(tree, file));
  if (kind == "capability") return status_of(contract::read_capability(tree, file));
  if (kind == "record") return status_of(contract::read_record(tree, file));
  return status_of(contract::read_receipt(tree, file));
}

}  // namespace

std::vector<std::string> document_kinds() {
  return {"experiment", "recipe", "block", "order", "capability", "record", "receipt"};
}

Expected<Judged> judge(std::string_view kind, std::string_view text, const std::string& file, const FindRecipe& find) {
  const auto kinds = document_kinds();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    return input_error(format("\"{}\" is no kind of document; expected {}", kind, either(kinds)));
  const bool yaml = kind == "experiment" || kind == "recipe";
  auto tree = yaml ? parse_written(text, file) : parse_json(text, file);
  if (!tree) return Judged{{}, Unexpected(tree.error())};
  Status verdict;
  if (kind == "experiment")
    verdict = status_of(load_config(text, file, {}, find));
  else if (kind == "recipe")
    verdict = status_of(load_recipe(text, file));
  else
    verdict = judge_tree(kind, *tree, file);
  return Judged{std::move(*tree), std::move(verdict)};
}

Value write_judged(const std::string& file, const Judged& judged) {
  Value out = Value::map();
  out.set("file", Value::text(file));
  out.set("accepted", Value::boolean(judged.verdict.has_value()));
  if (!judged.verdict) out.set("message", Value::text(judged.verdict.error().message));
  if (judged.tree) out.set("tree", *judged.tree);
  return out;
}

}  // namespace feedrate::control
