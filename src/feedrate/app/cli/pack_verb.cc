#include <cstdio>

#include "feedrate/app/cli/native_task.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/verb.h"

namespace feedrate::app {
namespace {

Expected<int> pack(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  const std::string& to = arguments.get("TO");
  FEEDRATE_TRY(done, pack_files(arguments.get("FROM"), to, installation));
  std::printf("%lld files in %s, %.1f MB (%lld were there already)\n", static_cast<long long>(done.count), to.c_str(),
              static_cast<double>(done.bytes) / 1e6, static_cast<long long>(done.kept));
  return kOk;
}

}  // namespace

Verb pack_verb() {
  return {{"pack",
           "data",
           "puts a folder into one file, a tar or a bundle, and back; run again = continue",
           "feedrate pack photos photos.tar",
           {{"FROM", "a folder, or a file that ends in .tar or .bundle"},
            {"TO", "a file that ends in .tar or .bundle, or a folder"}},
           {}},
          pack};
}

}  // namespace feedrate::app
