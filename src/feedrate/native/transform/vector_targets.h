// Before <hwy/foreach_target.h>: which kinds of vector instructions a kernel is not compiled for. Vectors whose length
// is only known at run time cannot be kept in arrays, and take apart and put together in another order.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
