// Hands open files from one process to another, over a socket between them (unix(7), SCM_RIGHTS).
#pragma once

#include <sys/types.h>

/// Sends bytes, at least one, with an open file; what it returns is what `send` does, which does not wait.
ssize_t packshot_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor);

/// Makes an empty file that is in memory alone; -1 where there can be none.
int packshot_memory_file(void);

/// Receives bytes as `read` does, and the open file that came with them, which the caller closes; -1 where none did.
ssize_t packshot_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor);
