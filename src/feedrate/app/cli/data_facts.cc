#include "feedrate/app/cli/data_facts.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>
#include <vector>

#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

// What `feedrate dataset make` calls the files of a medium.
const char* word_of(const contract::Media& media) {
  if (std::holds_alternative<contract::Video>(media)) return "videos";
  return std::holds_alternative<contract::Multichannel>(media) ? "arrays" : "photos";
}

const char* ending_of(const contract::Media& media) {
  if (std::holds_alternative<contract::Video>(media)) return ".mp4";
  return std::holds_alternative<contract::Multichannel>(media) ? ".npy" : ".jpg";
}

// The same files that the subjects take, but nothing hidden and no archiver's leftovers.
bool is_sample(const fs::path& path, const contract::Media& media) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ending_of(media) || (std::holds_alternative<contract::Rgb>(media) && ending == ".jpeg");
}

bool is_junk(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') || name == "__MACOSX";
}

Expected<control::DataFacts> look_into_archive(const std::string& path, const contract::Media& media,
                                               const Installation& installation) {
  constexpr double kPatience = 600;  // a tar file has no index: all of its headers are read
  FEEDRATE_TRY(said, host::capture({{installation.native, "list", word_of(media), path}, {}}, kPatience));
  if (said.ending.code != 0 || said.ending.signal != 0) {
    while (said.output.ends_with('\n')) said.output.pop_back();
    const std::string opening = "feedrate-native: ";
    return input_error(said.output.starts_with(opening) ? said.output.substr(opening.size()) : said.output);
  }
  FEEDRATE_TRY(found, parse_json(said.output, path));
  return control::DataFacts{found.find("fingerprint")->as_text(), found.find("items")->as_integer()};
}

}  // namespace

Expected<control::DataFacts> look_at_data(const std::string& folder, const contract::Media& media,
                                          const Installation& installation) {
  const bool is_archive = folder.ends_with(".tar") || folder.ends_with(".bundle");
  if (!host::exists(folder))
    return input_error(is_archive
                           ? format("{} does not exist\n  make it: feedrate dataset make {}, then feedrate pack {} {}",
                                    folder, word_of(media), word_of(media), folder)
                           : format("the data folder {} does not exist\n  make one: feedrate dataset make {} {}",
                                    folder, word_of(media), folder));
  if (!host::is_folder(folder)) {
    if (is_archive) return look_into_archive(folder, media, installation);
    return input_error(format("{} is not a folder, nor a .tar or .bundle file", folder));
  }
  std::vector<std::pair<std::string, std::uintmax_t>> files;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (is_junk(it->path())) {
      if (it->is_directory()) it.disable_recursion_pending();
      continue;
    }
    std::error_code of_file;
    if (it->is_regular_file(of_file) && is_sample(it->path(), media))
      files.emplace_back(it->path().lexically_relative(folder).string(), it->file_size(of_file));
  }
  if (code) return failure(format("cannot list {}: {}", folder, code.message()));
  if (files.empty())
    return input_error(format("the data folder {} has no {} files\n  make some: feedrate dataset make {} {}", folder,
                              ending_of(media), word_of(media), folder));
  std::sort(files.begin(), files.end());
  Hasher hasher;
  for (const auto& [name, size] : files) hasher.add(name).add(std::to_string(size));
  return control::DataFacts{hasher.id(), static_cast<std::int64_t>(files.size())};
}

}  // namespace feedrate::app
