#include "feedrate/native/task/parallel.h"

#include <thread>
#include <vector>

namespace feedrate::native {

void run_on_threads(int threads, const std::function<void()>& work) {
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(std::cref(work));
  work();
}

}  // namespace feedrate::native
