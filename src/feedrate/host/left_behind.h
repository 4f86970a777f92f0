// What Python's processes leave when they are killed, outside the folder of their cell.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace feedrate::host {

// Removes the segments in /dev/shm that torch named after these processes; how many there were.
std::int64_t remove_shared_memory(const std::set<int>& pids);

// Removes the folders that multiprocessing keeps sockets in, and segments of shared memory that a library numbers, as
// the processes of this marks folder told (python/feedrate/temporary.py).
void remove_temporary_folders(const std::string& marks_folder);

}  // namespace feedrate::host
