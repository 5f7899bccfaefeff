// Takes from a process what decoding pictures does not need, for good.
#pragma once

#include <stdint.h>

#include "Descriptors.h"

/// What is in force after `packshot_sandbox_enter`.
typedef struct {
  /// Nothing can be opened, started or connected to: system calls are filtered.
  int has_seccomp;
  /// The version of Landlock that also denies all files; 0 where the kernel has none.
  int landlock_version;
  /// Memory, and the size of written files, are limited.
  int has_limits;
  /// Nothing is in force, as the program was built to look for mistakes.
  int is_sanitized;
} packshot_sandbox_state;

/// Leaves the calling process with its standard input and output, one file at a time that it is handed, memory and the
/// clock. It has one thread. What the kernel lacks is left out, and said so.
///
/// `memory` is how many bytes of private memory it may have, what it has already included; 0 for any.
packshot_sandbox_state packshot_sandbox_enter(uint64_t memory);

/// Has the process end when the thread that started it does. Returns 0 where that has ended already: the parent is not
/// `parent` any more.
int packshot_sandbox_end_with_parent(int parent);
