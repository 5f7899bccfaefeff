// Passes open files from one process to another over a socket (unix(7), SCM_RIGHTS).
#pragma once

#include <sys/types.h>

/// Sends at least one byte with an open file, without blocking. Returns the result of `sendmsg`.
ssize_t packshot_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor);

/// Creates an empty file that exists only in memory; -1 on failure.
int packshot_memory_file(void);

/// Receives bytes like `read`, with the open file sent with them, which the caller must close; the descriptor is -1 if
/// there was none.
ssize_t packshot_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor);
