// How readers and writers return from libpng after an error.
#pragma once

#include "CPNG.h"

#include <setjmp.h>
#include <stdio.h>

#include <png.h>

/// The state after an error, used as libpng's error pointer.
struct failure {
  jmp_buf escape;
  int status;
  char message[128];
};

/// libpng's error function: sets the message, and a status unless one is already set, and jumps to `escape`.
_Noreturn void packshot_png_on_error(png_structp png, png_const_charp message);

/// libpng's allocator, which records when memory is short.
void *packshot_png_allocate(png_structp png, png_alloc_size_t count);
void packshot_png_deallocate(png_structp png, void *block);

/// Starts every function that calls libpng: returns the status of a dead handle, and is the target of the jump after an
/// error. Locals used after the jump must not change in between, or must be volatile.
#define RETURN_ON_FAILURE(failure)                          \
  if ((failure)->status != PACKSHOT_PNG_DONE)               \
    return (failure)->status;                               \
  if (setjmp((failure)->escape))                            \
  return (failure)->status
