#include "feedrate/native/task/pack.h"

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "feedrate/base/hash.h"
#include "feedrate/host/files.h"
#include "feedrate/native/storage/read_file.h"
#include "feedrate/native/task/layout.h"
#include "feedrate/native/task/pack_source.h"
#include "feedrate/native/task/pack_target.h"
#include "feedrate/native/task/write_file.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

std::string parent_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::string listing_of(const PackSource& source) {
  std::string all;
  for (std::size_t i = 0; i < source.count(); ++i) all += format("{} {}\n", source.size(i), source.path(i));
  return hash_id(all);
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// An archive inside of what it packs would be packed itself, the next time.
bool lies_in(const std::string& path, const std::string& folder) {
  std::error_code code;
  const auto inside = fs::weakly_canonical(path, code).lexically_relative(fs::weakly_canonical(folder, code));
  return !code && !inside.empty() && *inside.begin() != "..";
}

// What the disk holds of it already is not needed twice.
Status check_space(const std::string& path, std::uint64_t bytes) {
  FEEDRATE_TRY(free, host::free_bytes(parent_of(path)));
  const auto written = host::file_size(path + ".part").value_or(0);
  if (static_cast<std::int64_t>(bytes) <= free + written) return {};
  return failure(format("{} needs {} bytes and {} are free", path, bytes, free));
}

std::uint64_t total_bytes(const PackSource& source) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < source.count(); ++i) out += source.size(i);
  return out;
}

Expected<PackDone> into_archive(const PackSource& source, ArchiveKind kind, const Pack& asked,
                                const Progress& progress) {
  if (host::exists(asked.to)) return input_error(format("{} is there already; nothing is overwritten", asked.to));
  if (source.is_folder() && lies_in(asked.to, asked.from))
    return input_error(format("{} lies in {}, which it would hold; put it elsewhere", asked.to, asked.from));
  const Layout layout(kind, source);
  const std::string end = layout.end();
  FEEDRATE_TRY_STATUS(host::make_folders(parent_of(asked.to)));
  FEEDRATE_TRY_STATUS(check_space(asked.to, layout.end_at() + end.size()));
  FEEDRATE_TRY(target, PackTarget::open(asked.to, listing_of(source)));
  std::atomic<std::uint64_t> kept = 0;
  std::atomic<std::uint64_t> done = 0;
  const auto make_worker = [&] {
    return [&, file = std::vector<std::uint8_t>(),
            bytes = std::vector<std::uint8_t>()](std::uint64_t number) mutable -> Status {
      const auto& piece = layout.pieces()[static_cast<std::size_t>(number)];
      const std::uint64_t files = piece.after - piece.first;
      done += files;
      if (target.has(number)) {
        kept += files;
        return {};
      }
      FEEDRATE_TRY_STATUS(layout.read(piece, file, bytes));
      FEEDRATE_TRY_STATUS(target.write(layout.at(piece), bytes));
      return target.note(number);
    };
  };
  const auto in_files = [&](std::uint64_t, std::uint64_t) {
    if (progress) progress(done, source.count());
  };
  FEEDRATE_TRY_STATUS(for_each_number(layout.pieces().size(), asked.threads, make_worker, in_files));
  FEEDRATE_TRY_STATUS(target.write(0, bytes_of(layout.begin())));
  FEEDRATE_TRY_STATUS(target.write(layout.end_at(), bytes_of(end)));
  FEEDRATE_TRY_STATUS(target.finish());
  return PackDone{source.count(), kept, total_bytes(source)};
}

// Whether a file is there with these bytes; another one of that name is an error.
Expected<bool> is_there(const std::string& path, std::span<const std::uint8_t> bytes) {
  if (!host::exists(path)) return false;
  std::vector<std::uint8_t> found;
  FEEDRATE_TRY_STATUS(read_file(path, found));
  if (std::equal(found.begin(), found.end(), bytes.begin(), bytes.end())) return true;
  return input_error(format("{} is there already with other bytes; nothing is overwritten", path));
}

Expected<PackDone> into_folder(const PackSource& source, const Pack& asked, const Progress& progress) {
  FEEDRATE_TRY_STATUS(host::make_folders(asked.to));
  std::atomic<std::uint64_t> kept = 0;
  const auto make_worker = [&] {
    return [&, bytes = std::vector<std::uint8_t>()](std::uint64_t number) mutable -> Status {
      const auto index = static_cast<std::size_t>(number);
      FEEDRATE_TRY_STATUS(source.read(index, bytes));
      const std::string path = asked.to + "/" + source.path(index);
      FEEDRATE_TRY(there, is_there(path, bytes));
      kept += there ? 1 : 0;
      if (there) return {};
      FEEDRATE_TRY_STATUS(host::make_folders(parent_of(path)));
      return write_whole_file(path, bytes);
    };
  };
  FEEDRATE_TRY_STATUS(for_each_number(source.count(), asked.threads, make_worker, progress));
  return PackDone{source.count(), kept, total_bytes(source)};
}

}  // namespace

Expected<PackDone> pack(const Pack& asked, const Progress& progress) {
  FEEDRATE_TRY(source, PackSource::open(asked.from));
  if (const auto kind = archive_kind(asked.to)) return into_archive(source, *kind, asked, progress);
  if (source.is_folder())
    return input_error(format("{} would be a folder too; expected a name that ends in .tar or .bundle", asked.to));
  return into_folder(source, asked, progress);
}

}  // namespace feedrate::native
