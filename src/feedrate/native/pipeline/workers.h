// A fixed number of threads by oneTBB, behind one call. Used by Pipeline. post() never blocks and the caller's thread
// runs none of the work. Says nothing about when work is done: who posts keeps a lock for that.
#pragma once

#include <memory>

namespace feedrate::native {

class Workers {
 public:
  // While more than one lives in a process, each may get only as many threads as the smallest asks for.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // run(what) on one of the threads, first posted first started. `run` throws nothing.
  void post(void (*run)(void*) noexcept, void* what);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace feedrate::native
