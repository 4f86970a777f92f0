// What a subject says it can do. `--describe=static` prints it without importing the library (plan needs it in
// milliseconds); `--describe=probe` imports the library and says which version really answers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/work/work.h"

namespace feedrate::contract {

inline constexpr const char* kCapabilitySchema = "feedrate/capability/1";

enum class Availability {
  kDeclared,   // static: nothing was imported
  kAvailable,  // probe: it works here
  kMissing,    // probe: not installed here
  kBroken,     // probe: installed, does not work; the reason says how
};
enum class Depth { kStatic, kProbe };
enum class Scope { kDecode, kTransform, kLoader, kStorage, kStep };
enum class MediaKind { kRgb, kMultichannel, kVideo, kTokens };

// One combination the subject supports.
struct Support {
  Scope scope = Scope::kLoader;
  std::vector<MediaKind> media;
  std::vector<Source> sources;
  std::vector<Device> devices;
  std::vector<std::string> operations;  // names of recipe operations it has
  // Of operations that it does not have: why, by the library's documentation.
  std::optional<std::map<std::string, std::string>> lacks = {};
};

// Batches that may be finished or under way but not handed out: fixed + per_worker * workers + per_prefetch * workers *
// prefetch.
struct InFlight {
  int fixed = 0;
  int per_worker = 0;
  int per_prefetch = 0;
};

struct Interpreter {
  std::string executable;
  std::string version;
  std::vector<std::string> paths;  // where packages are; control hashes their RECORD files
};

struct Capability {
  std::string subject;
  Depth depth = Depth::kStatic;
  Availability availability = Availability::kDeclared;
  std::optional<std::string> reason;
  std::map<std::string, std::string> versions;
  std::vector<Support> supports;
  InFlight in_flight;
  int least_workers = 0;  // fewest workers it can be given
  std::optional<Interpreter> interpreter;
};

[[nodiscard]] int in_flight(const InFlight& rule, const Settings& settings);

Expected<Capability> read_capability(const Value& value, const std::string& file);
Value write_capability(const Capability& capability);

}  // namespace feedrate::contract
