/* The part of NVML that feedrate calls, with one device that is not there. For tests/flow/doctor.py. */
#include <string.h>

struct memory { unsigned long long total, free, used; };

int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned length) { strncpy(text, "999.1", length); return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { *count = 1; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) { (void)index; *device = (void*)1; return 0; }
int nvmlDeviceGetName(void* device, char* text, unsigned length) { (void)device; strncpy(text, "Stub GPU", length); return 0; }
int nvmlDeviceGetMemoryInfo(void* device, struct memory* out) { (void)device; out->total = 1ULL << 34; return 0; }
