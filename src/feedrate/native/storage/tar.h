// Reads the tar format: regular files of ustar and pax archives, GNU's long names too. Written it is by base/tar.h.
#pragma once

#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/tar.h"
#include "feedrate/native/storage/archive_file.h"
#include "feedrate/native/storage/packed.h"

namespace feedrate::native {

// The files of an archive, as they come. Folders are passed over; a link or a device is an error.
[[nodiscard]] Expected<std::vector<Packed>> list_tar(const ArchiveFile& file);

}  // namespace feedrate::native
