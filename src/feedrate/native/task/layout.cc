#include "feedrate/native/task/layout.h"

#include <algorithm>

#include "feedrate/native/storage/bundle.h"
#include "feedrate/native/storage/tar.h"

namespace feedrate::native {
namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20U;  // or one file, if that is larger

}  // namespace

Layout::Layout(ArchiveKind kind, const PackSource& source) : kind_(kind), source_(source) {
  places_.push_back(begin().size());
  for (std::size_t i = 0; i < source_.count(); ++i) {
    const std::uint64_t size = source_.size(i);
    places_.push_back(places_.back() + header(i).size() +
                      (kind_ == ArchiveKind::kTar ? tar_filled(size) : bundle_filled(size)));
    if (pieces_.empty() || places_.back() - places_[pieces_.back().first] > kPieceBytes) pieces_.push_back({i, i});
    pieces_.back().after = i + 1;
  }
}

std::string Layout::begin() const { return kind_ == ArchiveKind::kTar ? "" : bundle_begin(); }

std::string Layout::end() const {
  if (kind_ == ArchiveKind::kTar) return std::string(kTarEndBytes, '\0');
  std::vector<Packed> files;
  for (std::size_t i = 0; i < source_.count(); ++i) files.push_back({source_.path(i), places_[i], source_.size(i)});
  return bundle_end(files, end_at());
}

std::string Layout::header(std::size_t index) const {
  return kind_ == ArchiveKind::kTar ? tar_header(source_.path(index), source_.size(index)) : "";
}

Status Layout::read(const Piece& piece, std::vector<std::uint8_t>& file, std::vector<std::uint8_t>& out) const {
  out.assign(static_cast<std::size_t>(places_[piece.after] - at(piece)), 0);
  for (std::size_t i = piece.first; i < piece.after; ++i) {
    FEEDRATE_TRY_STATUS(source_.read(i, file));
    auto* to = out.data() + (places_[i] - at(piece));
    const std::string before = header(i);
    to = std::copy(before.begin(), before.end(), to);
    std::copy(file.begin(), file.end(), to);
  }
  return {};
}

}  // namespace feedrate::native
