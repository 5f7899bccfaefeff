#include "CSimd.h"

#if defined(PACKSHOT_VECTORS_x86_64) && !defined(__x86_64__) || defined(PACKSHOT_VECTORS_arm64) && !defined(__aarch64__)
#error "PACKSHOT_VECTORS doesn't match the target's architecture; set it to x86_64, arm64 or none"
#endif
