#include "feedrate/native/task/dataset_label.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "feedrate/native/task/write_file.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

std::string finished_path(const std::string& folder) { return folder + "/dataset.json"; }
std::string making_path(const std::string& folder) { return folder + "/.dataset.json.making"; }

// Everything that must not differ, up to the count. We are the only writer, so text is compared as text.
std::string opening(const DatasetLabel& label) {
  return format(R"({{"kind": "{}", "version": {}, "seed": {}, "count": )", label.kind, label.version, label.seed);
}

Status write_text(const std::string& path, const std::string& text) {
  return write_whole_file(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Status check_same(const std::string& path, const std::string& text, const DatasetLabel& label) {
  const std::string expected = opening(label);
  if (!text.starts_with(expected)) {
    const std::string found = text.substr(0, text.find('\n')).substr(0, 120);
    return input_error(format("{} says {}; asked for was {}{}}}; use another folder, or delete this one first", path,
                              found, expected, label.count));
  }
  std::uint64_t count = 0;
  std::from_chars(text.data() + expected.size(), text.data() + text.size(), count);
  if (count <= label.count) return {};
  return input_error(
      format("{} says {} files and {} were asked for; ask for at least {}, use another folder, or delete "
             "this one first",
             path, count, label.count, count));
}

}  // namespace

Status begin_dataset(const std::string& folder, const DatasetLabel& label) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return system_failure(format("folder {} cannot be made", folder), code.value());
  for (const std::string& path : {finished_path(folder), making_path(folder)}) {
    if (const auto text = read_text(path)) FEEDRATE_TRY_STATUS(check_same(path, *text, label));
  }
  if (fs::exists(finished_path(folder), code)) {
    fs::rename(finished_path(folder), making_path(folder), code);
    if (code) return system_failure(format("{} cannot be renamed", finished_path(folder)), code.value());
  }
  if (!fs::exists(making_path(folder), code)) {
    const bool empty = fs::is_empty(folder, code);
    if (code) return system_failure(format("{} cannot be listed", folder), code.value());
    if (!empty) return input_error(format("{} is not empty and holds no dataset of ours; use another folder", folder));
  }
  return write_text(making_path(folder), format("{}{}}}\n", opening(label), label.count));
}

Status finish_dataset(const std::string& folder, const DatasetLabel& label, std::uint64_t bytes) {
  FEEDRATE_TRY_STATUS(
      write_text(finished_path(folder), format("{}{}, \"bytes\": {}}}\n", opening(label), label.count, bytes)));
  std::error_code code;
  fs::remove(making_path(folder), code);
  if (code) return system_failure(format("{} cannot be removed", making_path(folder)), code.value());
  return {};
}

}  // namespace feedrate::native
