#include "feedrate/app/cli/share.h"

#include <filesystem>

#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {

Expected<Installation> find_installation() {
  const std::filesystem::path program = host::own_program();
  const std::filesystem::path share = program.parent_path().parent_path() / "share" / "feedrate";
  Installation out{(share / "configs").string(), (share / "recipes").string(), (share / "python").string(),
                   (program.parent_path() / "feedrate-native").string(), program.string()};
  for (const auto& path : {out.configs, out.recipes, out.python, out.native})
    if (!host::exists(path))
      return failure(format("this installation is not whole: {} is missing; install feedrate again", path));
  return out;
}

}  // namespace feedrate::app
