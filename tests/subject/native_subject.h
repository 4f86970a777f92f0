// What the test programs around the native pipeline share: the words an agent starts a subject with.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "feedrate/app/native/describe.h"
#include "feedrate/app/native/run_cell.h"
#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate {

inline Expected<contract::SubjectOrder> order_in(const std::string& file) {
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  return contract::read_order(value, file);
}

// `words`: what the agent added to the command; `run` takes the order file and the marks folder.
template <class Run>
int native_subject(const char* name, std::span<char*> words, Run&& run) {
  const std::string_view first = words.empty() ? "" : words[0];
  if (first.starts_with("--describe=")) {
    const auto depth = first == "--describe=static" ? contract::Depth::kStatic : contract::Depth::kProbe;
    std::printf(
        "%s\n",
        canonical_json(contract::write_capability(app::describe_native(app::NativeMode::kPlain, depth))).c_str());
    return 0;
  }
  if (words.size() != 4 || first != "--order" || std::string_view(words[2]) != "--marks") {
    std::fprintf(stderr, "%s: expected --order FILE --marks DIR\n", name);
    return 2;
  }
  if (const Status status = run(words[1], words[3]); !status) {
    std::fprintf(stderr, "%s: %s\n", name, status.error().text().c_str());
    return 1;
  }
  return 0;
}

}  // namespace feedrate
