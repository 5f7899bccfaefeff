// A sandbox that permanently removes everything from a process that decoding pictures doesn't need.
#pragma once

#include <stdint.h>

#include "Descriptors.h"

/// The protections active after `packshot_sandbox_enter`.
typedef struct {
  /// System calls are filtered: nothing can be opened, started or connected to.
  int has_seccomp;
  /// The version of Landlock that also denies all file access; 0 if the kernel doesn't support it.
  int landlock_version;
  /// Memory and the size of written files are limited.
  int has_limits;
  /// No protection is active, because the program was built with a sanitizer.
  int is_sanitized;
} packshot_sandbox_state;

/// Leaves the calling process only standard input and output, one file at a time passed to it, memory, and the clock.
/// The process must have one thread. Protections that the kernel doesn't support are skipped and reported.
///
/// `memory` is the maximum of private memory in bytes, including what is already in use; 0 for no limit.
packshot_sandbox_state packshot_sandbox_enter(uint64_t memory);

/// Makes the process end when the thread that started it ends. Returns 0 if that has already happened: the parent isn't
/// `parent` any more.
int packshot_sandbox_end_with_parent(int parent);
