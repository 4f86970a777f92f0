// An archive being written: `NAME.part` with its bytes, and `NAME.packing` that says which pieces are whole. Both go
// when it gets its name. Used by pack.cc; pieces may be written by any number of threads.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "feedrate/base/error.h"

namespace feedrate::native {

class PackTarget {
 public:
  // `what`: one line that changes when anything about the pieces does; another one than an earlier call's begins anew.
  // Another process that writes the same archive is an error.
  [[nodiscard]] static Expected<PackTarget> open(const std::string& path, const std::string& what);
  PackTarget(PackTarget&& other) noexcept;
  PackTarget& operator=(PackTarget&&) = delete;
  ~PackTarget();

  [[nodiscard]] bool has(std::uint64_t piece) const { return whole_.contains(piece); }
  Status write(std::uint64_t at, std::span<const std::uint8_t> bytes) const;
  // After its bytes were written.
  Status note(std::uint64_t piece) const;
  // All is written: it gets its name.
  Status finish();

 private:
  explicit PackTarget(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] std::string part() const { return path_ + ".part"; }
  [[nodiscard]] std::string notes() const { return path_ + ".packing"; }

  std::string path_;
  int part_ = -1;
  int notes_ = -1;
  std::set<std::uint64_t> whole_;
};

}  // namespace feedrate::native
