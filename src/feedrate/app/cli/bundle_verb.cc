#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/tar.h"
#include "feedrate/control/report/report.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

// What a reviewer reads first.
constexpr const char* kReadMe =
    "A run of feedrate, with everything its figures rest on.\n\n"
    "  report.html, report.md, report.json    the judged table, as it was when this was packed\n"
    "  run/cells/XX/CELL.json                 one record a cell: what was asked, with what, and what was seen\n"
    "  run/cells/XX/CELL.batch_times.jsonl    every batch of that cell; CELL.log: what it printed\n"
    "  run/receipts/                          which cells are finished blocks\n"
    "  run/environments/                      the machine\n"
    "  run/resolved_config.yaml               the experiment, every default written out\n\n"
    "To check: feedrate report run --md, which must give report.md again.\n"
    "To repeat: feedrate run run/resolved_config.yaml, with data and interpreters of your own.\n";

// The files of a run that are results; locks, work in progress and the index are not.
constexpr std::array<const char*, 4> kFolders = {"cells", "environments", "plans", "receipts"};
constexpr std::array<const char*, 2> kFiles = {"plan.json", "resolved_config.yaml"};

// Below a folder, as paths from `root`; sorted.
Status add_tree(const std::string& root, const std::string& folder, std::vector<std::string>& out) {
  if (!host::is_folder(root + "/" + folder)) return {};
  FEEDRATE_TRY(names, host::list_folder(root + "/" + folder));
  for (const auto& name : names) {
    const std::string path = folder + "/" + name;
    if (!host::is_folder(root + "/" + path)) {
      out.push_back(path);
      continue;
    }
    FEEDRATE_TRY_STATUS(add_tree(root, path, out));
  }
  return {};
}

class Archive {
 public:
  static Expected<Archive> open(const std::string& path) {
    Archive out(path);
    if (out.file_ == nullptr) return system_failure("cannot write " + out.part(), errno);
    return out;
  }

  Status add(const std::string& path, const std::string& bytes) {
    FEEDRATE_TRY_STATUS(write(tar_header(path, bytes.size())));
    FEEDRATE_TRY_STATUS(write(bytes));
    return write(std::string(tar_filled(bytes.size()) - bytes.size(), '\0'));
  }

  // It gets its name when it is whole.
  Status finish() {
    FEEDRATE_TRY_STATUS(write(std::string(kTarEndBytes, '\0')));
    std::FILE* file = file_.release();
    if (std::fclose(file) != 0) return host::write_failure(part(), errno);
    return host::rename(part(), path_);
  }

 private:
  explicit Archive(std::string path) : path_(std::move(path)), file_(std::fopen(part().c_str(), "wb"), &std::fclose) {}

  [[nodiscard]] std::string part() const { return path_ + ".part"; }
  Status write(const std::string& bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
      return host::write_failure(part(), errno);
    return {};
  }

  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

Expected<int> pack_run(const Arguments& arguments) {
  FEEDRATE_TRY(folder, find_run(arguments.get("RUN")));
  FEEDRATE_TRY(store, control::Store::open(folder));
  FEEDRATE_TRY(plan, load_plan(store));
  FEEDRATE_TRY(page, report_page(store, plan, {}));
  if (page.table.groups.empty())
    return failure(format("no finished block in {} yet; continue with: feedrate run EXP", folder));
  const std::string file = arguments.find("FILE").value_or(plan.experiment + ".tar");
  FEEDRATE_TRY(archive, Archive::open(file));
  FEEDRATE_TRY_STATUS(archive.add("README.txt", kReadMe));
  FEEDRATE_TRY_STATUS(archive.add("report.html", control::render_html(page)));
  FEEDRATE_TRY_STATUS(archive.add("report.json", control::render_json(page)));
  FEEDRATE_TRY_STATUS(archive.add("report.md", control::render_markdown(page)));
  std::vector<std::string> paths(kFiles.begin(), kFiles.end());
  for (const char* each : kFolders) FEEDRATE_TRY_STATUS(add_tree(folder, each, paths));
  for (const auto& path : paths) {
    if (!host::exists(folder + "/" + path)) continue;
    FEEDRATE_TRY(bytes, host::read_file(folder + "/" + path));
    FEEDRATE_TRY_STATUS(archive.add("run/" + path, bytes));
  }
  FEEDRATE_TRY_STATUS(archive.finish());
  FEEDRATE_TRY(size, host::file_size(file));
  std::printf("%zu files in %s, %.1f MB\n", paths.size() + 4, file.c_str(), static_cast<double>(size) / 1e6);
  return kOk;
}

}  // namespace

Verb bundle_verb() {
  return {{"bundle",
           "publish",
           "a run with all that a reviewer needs, in one tar file",
           "feedrate bundle first",
           {{"RUN", "a run's name or folder"}, {"FILE", "where; ./EXPERIMENT.tar unless given", false}},
           {}},
          pack_run};
}

}  // namespace feedrate::app
