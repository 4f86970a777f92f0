#include "feedrate/host/gpu.h"

#include <dlfcn.h>

#include <memory>

#include "feedrate/base/format.h"

namespace feedrate::host {
namespace {

// The part of NVML's interface that is used here, as its documentation gives it.
constexpr const char* kLibrary = "libnvidia-ml.so.1";
constexpr unsigned kTextBytes = 96;
using Device = void*;
struct Memory {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

struct Close {
  void operator()(void* library) const { dlclose(library); }
};

class Nvml {
 public:
  explicit Nvml(void* library) : library_(library) {}

  // What the call returns, or a failure when the library does not have it.
  template <class... Args>
  int call(const char* name, Args... args) const {
    constexpr int kNoSuchFunction = 13;
    const auto function = reinterpret_cast<int (*)(Args...)>(dlsym(library_, name));
    return function == nullptr ? kNoSuchFunction : function(args...);
  }

 private:
  void* library_;
};

}  // namespace

Gpus gpus_here() {
  Gpus out;
  const std::unique_ptr<void, Close> library(dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL));
  if (!library) {
    out.reason = format("there is no {}: no NVIDIA driver", kLibrary);
    return out;
  }
  const Nvml nvml(library.get());
  if (const int code = nvml.call("nvmlInit_v2"); code != 0) {
    out.reason = format("the NVIDIA driver does not answer (nvmlInit: code {})", code);
    return out;
  }
  char text[kTextBytes] = {};
  if (nvml.call("nvmlSystemGetDriverVersion", static_cast<char*>(text), kTextBytes) == 0) out.driver = text;
  unsigned count = 0;
  if (const int code = nvml.call("nvmlDeviceGetCount_v2", &count); code != 0)
    out.reason = format("the NVIDIA driver does not count its devices (code {})", code);
  for (unsigned i = 0; i < count; ++i) {
    Device device = nullptr;
    Gpu gpu;
    Memory memory{};
    char name[kTextBytes] = {};
    if (nvml.call("nvmlDeviceGetHandleByIndex_v2", i, &device) != 0) continue;
    if (nvml.call("nvmlDeviceGetName", device, static_cast<char*>(name), kTextBytes) == 0) gpu.name = name;
    if (nvml.call("nvmlDeviceGetMemoryInfo", device, &memory) == 0)
      gpu.memory_bytes = static_cast<std::int64_t>(memory.total);
    out.gpus.push_back(gpu);
  }
  if (out.gpus.empty() && out.reason.empty()) out.reason = "the NVIDIA driver sees no device";
  nvml.call("nvmlShutdown");
  return out;
}

}  // namespace feedrate::host
