// Calls in the C library that Swift's module lacks: sync_file_range(2), fstatfs(2) and mallopt(3).
#ifndef PACKSHOT_CLIBRARY_H
#define PACKSHOT_CLIBRARY_H

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/vfs.h>

// sync_file_range(2). The only flag used is SYNC_FILE_RANGE_WRITE, which starts writing without waiting.
int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);

enum { PACKSHOT_SYNC_FILE_RANGE_WRITE = 2 };

/// Lets the allocator keep up to `bytes` that were freed, and reuse them for blocks of up to half of it, instead of
/// returning them to the system and getting them back page by page.
static inline void packshot_keep_freed_memory(int bytes) {
#ifdef M_TRIM_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, bytes / 2);
  mallopt(M_TRIM_THRESHOLD, bytes);
#endif
}

/// Whether writing to `stdout` has failed. Flushing succeeds again after a failure, because what failed is dropped. A
/// function, because Swift 6 doesn't allow the global variable.
static inline int packshot_has_lost_output(void) { return ferror(stdout); }

#endif
