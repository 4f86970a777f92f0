// How much of some files is in the page cache, and getting them out of it or into it. Needs no rights but to read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace feedrate::host {

struct Residency {
  std::int64_t bytes = 0;     // of the files that could be looked at
  std::int64_t resident = 0;  // of them in the page cache, in whole pages
};
// A file that cannot be opened counts as nothing.
Residency residency_of(const std::vector<std::string>& files);

// Asks the kernel to forget their pages, after writing back what is dirty. Pages that somebody has mapped stay: look
// with residency_of().
void evict(const std::vector<std::string>& files);
// Reads them.
void load(const std::vector<std::string>& files);

}  // namespace feedrate::host
