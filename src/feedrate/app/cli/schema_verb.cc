#include <cstdio>

#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/schemas.h"
#include "feedrate/control/config/schema.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

Expected<int> write_schemas(const Arguments& arguments) {
  auto all = contract::schemas();
  for (auto& each : control::schemas()) all.push_back(std::move(each));
  FEEDRATE_TRY_STATUS(host::make_folders(arguments.get("DIR")));
  for (const auto& [name, schema] : all)
    FEEDRATE_TRY_STATUS(host::write_file(arguments.get("DIR") + "/" + name, pretty_json(schema) + "\n"));
  std::printf("%zu schemas in %s\n", all.size(), arguments.get("DIR").c_str());
  return kOk;
}

}  // namespace

Verb schema_verb() {
  return {{"schema",
           "",
           "writes the JSON Schemas of every persisted file",
           "feedrate schema schema",
           {{"DIR", "where they go"}},
           {}},
          write_schemas};
}

}  // namespace feedrate::app
