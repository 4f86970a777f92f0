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

struct Files {
  const char* kind;     // what feedrate-native calls them
  const char* folder;   // where `feedrate dataset make` puts them
  const char* to_make;  // behind that
  std::vector<std::string> endings;
};

Files files_of(contract::SampleFormat format) {
  switch (format) {
    case contract::SampleFormat::kJpeg:
      return {"photos", "photos", "photos", {".jpg", ".jpeg"}};
    case contract::SampleFormat::kNpy:
      return {"arrays", "arrays", "arrays", {".npy"}};
    case contract::SampleFormat::kVideo:
      return {"videos", "videos", "videos", {".mp4"}};
    case contract::SampleFormat::kTokens:
      return {"tokens", "tokens", "tokens", {".bin"}};
    case contract::SampleFormat::kPng:
      return {"pngs", "photos", "photos --format png", {".png"}};
  }
  return {};
}

// The same files that the subjects take, but nothing hidden and no archiver's leftovers.
bool is_sample(const fs::path& path, const Files& files) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(files.endings.begin(), files.endings.end(), ending) != files.endings.end();
}

bool is_junk(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') || name == "__MACOSX";
}

Expected<control::DataFacts> look_into_archive(const std::string& path, const char* kind,
                                               const Installation& installation) {
  constexpr double kPatience = 600;  // a tar file has no index: all of its headers are read
  FEEDRATE_TRY(said, host::capture({{installation.native, "list", kind, path}, {}}, kPatience));
  if (said.ending.code != 0 || said.ending.signal != 0) {
    while (said.output.ends_with('\n')) said.output.pop_back();
    const std::string opening = "feedrate-native: ";
    return input_error(said.output.starts_with(opening) ? said.output.substr(opening.size()) : said.output);
  }
  FEEDRATE_TRY(found, parse_json(said.output, path));
  return control::DataFacts{found.find("fingerprint")->as_text(), found.find("items")->as_integer()};
}

contract::SampleFormat format_of(const control::Config& config) {
  if (config.recipe)
    if (const auto* decode = std::get_if<contract::Decode>(&config.recipe->operations.front())) return decode->format;
  if (std::holds_alternative<contract::Tokens>(config.media)) return contract::SampleFormat::kTokens;
  if (std::holds_alternative<contract::Video>(config.media)) return contract::SampleFormat::kVideo;
  if (std::holds_alternative<contract::Multichannel>(config.media)) return contract::SampleFormat::kNpy;
  return contract::SampleFormat::kJpeg;
}

// Of tokens a file has many samples, of everything else it is one.
std::int64_t items_of(const control::Config& config, const std::vector<std::pair<std::string, std::uintmax_t>>& files) {
  const auto* tokens = std::get_if<contract::Tokens>(&config.media);
  if (tokens == nullptr) return static_cast<std::int64_t>(files.size());
  constexpr std::uintmax_t kTokenBytes = 2;
  std::uintmax_t out = 0;
  for (const auto& [name, size] : files) out += size / kTokenBytes / static_cast<std::uintmax_t>(tokens->length);
  return static_cast<std::int64_t>(out);
}

}  // namespace

Expected<control::DataFacts> look_at_data(const control::Config& config, const Installation& installation) {
  const std::string& folder = config.data.uri;
  const auto samples = format_of(config);
  const Files wanted = files_of(samples);
  const bool is_archive =
      (folder.ends_with(".tar") || folder.ends_with(".bundle")) && samples != contract::SampleFormat::kTokens;
  if (!host::exists(folder))
    return input_error(is_archive
                           ? format("{} does not exist\n  make it: feedrate dataset make {}, then feedrate pack {} {}",
                                    folder, wanted.to_make, wanted.folder, folder)
                           : format("the data folder {} does not exist\n  make one: feedrate dataset make {} {}",
                                    folder, wanted.to_make, folder));
  if (!host::is_folder(folder)) {
    if (is_archive) return look_into_archive(folder, wanted.kind, installation);
    return input_error(format("{} is not a folder{}", folder,
                              samples == contract::SampleFormat::kTokens ? "" : ", nor a .tar or .bundle file"));
  }
  std::vector<std::pair<std::string, std::uintmax_t>> files;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (is_junk(it->path())) {
      if (it->is_directory()) it.disable_recursion_pending();
      continue;
    }
    std::error_code of_file;
    if (it->is_regular_file(of_file) && is_sample(it->path(), wanted))
      files.emplace_back(it->path().lexically_relative(folder).string(), it->file_size(of_file));
  }
  if (code) return failure(format("cannot list {}: {}", folder, code.message()));
  if (files.empty())
    return input_error(format("the data folder {} has no {} files\n  make some: feedrate dataset make {} {}", folder,
                              wanted.endings.front(), wanted.to_make, folder));
  std::sort(files.begin(), files.end());
  Hasher hasher;
  for (const auto& [name, size] : files) hasher.add(name).add(std::to_string(size));
  return control::DataFacts{hasher.id(), items_of(config, files)};
}

}  // namespace feedrate::app
