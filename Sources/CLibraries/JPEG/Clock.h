// Monotonic time, for time limits.
#pragma once

#include <time.h>

static inline double packshot_jpeg_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
