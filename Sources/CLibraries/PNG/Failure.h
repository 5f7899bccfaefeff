// How readers and writers leave libpng when it gives up.
#pragma once

#include "CPNG.h"

#include <setjmp.h>
#include <stdio.h>

#include <png.h>

/// What is known of how it ended. It is libpng's error pointer.
struct failure {
  jmp_buf escape;
  int status;
  char message[128];
};

/// libpng's error function: sets the message and a status, unless whoever raised it has set one, and jumps to `escape`.
_Noreturn void packshot_png_on_error(png_structp png, png_const_charp message);

/// libpng's allocator, which says when memory is short.
void *packshot_png_allocate(png_structp png, png_alloc_size_t count);
void packshot_png_deallocate(png_structp png, void *block);

/// Opens every function that enters libpng: returns the status of a dead handle, and comes back here when the library
/// gives up. Locals that are used after it must not change in between, or be volatile.
#define RETURN_ON_FAILURE(failure)                          \
  if ((failure)->status != PACKSHOT_PNG_DONE)               \
    return (failure)->status;                               \
  if (setjmp((failure)->escape))                            \
  return (failure)->status
