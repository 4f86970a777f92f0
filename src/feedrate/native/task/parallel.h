// The same function on several threads at once. Used by tasks.
#pragma once

#include <functional>

namespace feedrate::native {

// Calls `work` `threads` times, on as many threads (the caller's is one of them); returns when all have returned.
void run_on_threads(int threads, const std::function<void()>& work);

}  // namespace feedrate::native
