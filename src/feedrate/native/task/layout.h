// Where everything lies in an archive that is to be written: known from the paths and sizes alone, so that any number
// of threads may write it, in any order. Used by pack.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/native/storage/archive.h"
#include "feedrate/native/task/pack_source.h"

namespace feedrate::native {

class Layout {
 public:
  Layout(ArchiveKind kind, const PackSource& source);

  // Before the first file.
  [[nodiscard]] std::string begin() const;
  // Behind the last one.
  [[nodiscard]] std::string end() const;
  [[nodiscard]] std::uint64_t end_at() const { return places_.back(); }

  // Files are written some at a time: so many pieces there are, and these files are in one.
  struct Piece {
    std::size_t first = 0;
    std::size_t after = 0;
  };
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  [[nodiscard]] std::uint64_t at(const Piece& piece) const { return places_[piece.first]; }
  // All its bytes; `file` is a buffer.
  Status read(const Piece& piece, std::vector<std::uint8_t>& file, std::vector<std::uint8_t>& out) const;

 private:
  [[nodiscard]] std::string header(std::size_t index) const;

  ArchiveKind kind_;
  const PackSource& source_;
  std::vector<std::uint64_t> places_;  // of what stands before each file, and where the last one ends
  std::vector<Piece> pieces_;
};

}  // namespace feedrate::native
