// The files that samples are made of, by number, in the order of their paths: those of a folder, or of a tar file
// or bundle, where the same files have the same numbers. Listed once; afterwards immutable, and read by any number of
// threads.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/storage/archive.h"
#include "feedrate/native/storage/folder.h"

namespace feedrate::native {

class SampleFiles {
 public:
  // None is an error.
  [[nodiscard]] static Expected<SampleFiles> open(const std::string& path, SampleKind kind = SampleKind::kPhotos);

  [[nodiscard]] std::size_t count() const { return places_.size(); }
  [[nodiscard]] std::uint64_t bytes(std::size_t index) const;
  // For people: with the folder or the archive it lies in.
  [[nodiscard]] std::string name(std::size_t index) const;
  // Replaces what `out` holds.
  Status read(std::size_t index, std::vector<std::uint8_t>& out) const;

  // Of how they are stored, their paths and sizes; not of where.
  [[nodiscard]] std::string fingerprint() const;

 private:
  SampleFiles(std::string where, std::variant<Folder, Archive> files, SampleKind kind);
  [[nodiscard]] const std::string& path(std::size_t index) const;

  std::string where_;
  std::variant<Folder, Archive> files_;
  std::vector<std::size_t> places_;  // of each sample among files_
};

}  // namespace feedrate::native
