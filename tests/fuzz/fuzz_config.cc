// Any bytes as an experiment: what is accepted must resolve to an experiment that needs no recipe file, is accepted,
// and resolves to itself.
#include <cstdint>

#include "feedrate/base/yaml.h"
#include "feedrate/control/config/load.h"

namespace {

using namespace feedrate;
using namespace feedrate::control;

constexpr const char* kRecipe =
    "name: imagenet-train\noperations: [{op: decode, format: jpeg}]\noutput: {dtype: uint8, layout: NCHW}\n";

Expected<NamedText> shipped(const std::string& name) {
  if (name == "imagenet-train") return NamedText{"recipes/imagenet-train.yaml", kRecipe};
  return unknown_recipe(name, {});
}
Expected<NamedText> none(const std::string& name) { return unknown_recipe(name, {}); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto config = load_config(text, "fuzz.yaml", {}, shipped);
  if (!config) {
    FEEDRATE_CHECK(!config.error().message.empty());
    return 0;
  }
  const std::string resolved = write_yaml(write_config(*config));
  const auto again = load_config(resolved, "resolved.yaml", {}, none);
  FEEDRATE_CHECK(again.has_value());
  FEEDRATE_CHECK(write_yaml(write_config(*again)) == resolved);
  FEEDRATE_CHECK(plan_key(*again) == plan_key(*config));
  return 0;
}
