// Linux calls in the C library that Swift's Glibc module lacks: sync_file_range(2) and fstatfs(2).
#ifndef PACKSHOT_LINUX_H
#define PACKSHOT_LINUX_H

#include <stdint.h>
#include <sys/vfs.h>

// sync_file_range(2). The only flag used is SYNC_FILE_RANGE_WRITE, which starts writing without waiting.
int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);

enum { PACKSHOT_SYNC_FILE_RANGE_WRITE = 2 };

#endif
