#include "feedrate/app/cli/build_id.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "feedrate/base/hash.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

Status add_file(const std::string& name, const std::string& path, Hasher& hasher) {
  FEEDRATE_TRY(text, host::read_file(path));
  hasher.add(name).add(text);
  return {};
}

// Python sources below a folder, by their relative names; a file as it is.
Status add_code(const std::string& path, Hasher& hasher) {
  if (!host::is_folder(path)) return add_file(fs::path(path).filename().string(), path, hasher);
  std::vector<std::string> files;
  std::error_code code;
  for (fs::recursive_directory_iterator it(path, fs::directory_options::follow_directory_symlink, code), end;
       !code && it != end; it.increment(code))
    if (it->path().extension() == ".py") files.push_back(it->path().lexically_relative(path).string());
  if (code) return failure(format("cannot list {}: {}", path, code.message()));
  std::sort(files.begin(), files.end());
  for (const auto& file : files) FEEDRATE_TRY_STATUS(add_file(file, path + "/" + file, hasher));
  return {};
}

}  // namespace

Expected<std::string> build_of_files(const std::vector<std::string>& files) {
  Hasher hasher;
  for (const auto& file : files) FEEDRATE_TRY_STATUS(add_file("program", file, hasher));
  return hasher.id();
}

Expected<std::string> build_of_python(const contract::Interpreter& interpreter, const std::vector<std::string>& code) {
  Hasher hasher;
  hasher.add("python").add(interpreter.version);
  for (const auto& folder : interpreter.paths) {
    auto names = host::list_folder(folder);
    if (!names) continue;  // listed by the interpreter, not there
    for (const auto& name : *names)
      if (name.ends_with(".dist-info") && host::exists(folder + "/" + name + "/RECORD"))
        FEEDRATE_TRY_STATUS(add_file(name, folder + "/" + name + "/RECORD", hasher));
  }
  for (const auto& path : code) FEEDRATE_TRY_STATUS(add_code(path, hasher));
  return hasher.id();
}

}  // namespace feedrate::app
