#include "feedrate/agent/marks_folder.h"

#include <dirent.h>

#include <cstring>

namespace feedrate::agent {

namespace marks = contract::marks;

Status MarksFolder::take_up(const std::string& name) {
  auto mapped = host::MappedFile::open(path_ + "/" + name);
  if (!mapped) return {};  // made this moment: not long enough yet
  const auto bytes = mapped->bytes();
  // The magic is written last; until then the header is being made.
  if (bytes.size() < marks::kHeaderBytes || std::memcmp(bytes.data(), marks::kMagic, sizeof marks::kMagic) != 0)
    return {};
  FEEDRATE_TRY(segment, marks::read_segment(bytes, name));
  if (segment.cell != cell_) {
    other_cell_ = true;
    return failure(
        format("its marks claim the cell {} instead of {}", segment.cell.empty() ? "(none)" : segment.cell, cell_));
  }
  if (stopping_) marks::set_control(bytes, marks::Control::kStop);
  files_.emplace(name, File{std::move(*mapped), segment, {}, {}});
  return {};
}

Status MarksFolder::look_for_files() {
  DIR* folder = opendir(path_.c_str());
  if (folder == nullptr) return {};
  Status status;
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (!name.ends_with(".marks") || files_.contains(name)) continue;
    status = take_up(name);
    if (!status) break;
  }
  closedir(folder);
  return status;
}

Status MarksFolder::poll() {
  FEEDRATE_TRY_STATUS(look_for_files());
  for (auto& [name, file] : files_) {
    const std::size_t before = file.marks.size();
    if (auto status = file.reader.more(file.mapped.bytes(), file.marks); !status)
      return while_doing(status.error(), "reading " + name);
    if (file.segment.role != marks::Role::kMain) continue;
    auto& main = mains_[file.segment.pid];
    for (std::size_t i = before; i < file.marks.size(); ++i) {
      marks_.push_back(file.marks[i]);
      main.marks.push_back(file.marks[i]);
      if (const auto slot = file.marks[i].id; !main.names.contains(slot))
        if (auto known = marks::name_in(file.mapped.bytes(), slot); !known.empty()) main.names[slot] = std::move(known);
      if (file.marks[i].kind != marks::Kind::kBatch) continue;
      ++batches_;
      delivered_ += file.marks[i].b;
    }
  }
  return {};
}

std::uint64_t MarksFolder::samples_done() const {
  std::uint64_t sum = 0;
  for (const auto& [name, file] : files_) sum += marks::samples_done(file.mapped.bytes());
  return sum;
}

std::map<int, std::uint64_t> MarksFolder::samples_by_worker() const {
  std::map<int, std::uint64_t> out;
  for (const auto& [name, file] : files_)
    if (file.segment.role == marks::Role::kWorker) out[file.segment.pid] += marks::samples_done(file.mapped.bytes());
  return out;
}

void MarksFolder::ask_to_stop() {
  stopping_ = true;
  for (auto& [name, file] : files_) marks::set_control(file.mapped.bytes(), marks::Control::kStop);
}

std::int64_t MarksFolder::torn() const {
  std::int64_t sum = 0;
  for (const auto& [name, file] : files_) sum += marks::is_torn(file.mapped.bytes(), file.reader.read()) ? 1 : 0;
  return sum;
}

std::int64_t MarksFolder::whole() const {
  std::int64_t sum = 0;
  for (const auto& [name, file] : files_) sum += file.reader.read();
  return sum;
}

}  // namespace feedrate::agent
