// Calls of Linux that the C library has and Swift's Glibc module does not show: this one, and fstatfs(2).
#ifndef PACKSHOT_LINUX_H
#define PACKSHOT_LINUX_H

#include <stdint.h>
#include <sys/vfs.h>

// sync_file_range(2); `flags` is of SYNC_FILE_RANGE_WRITE to start the writing alone.
int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);

enum { PACKSHOT_SYNC_FILE_RANGE_WRITE = 2 };

#endif
