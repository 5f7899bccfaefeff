#include "Failure.h"

#include <stdlib.h>

_Noreturn void packshot_png_on_error(png_structp png, png_const_charp message) {
  struct failure *failure = png_get_error_ptr(png);
  if (failure->status == PACKSHOT_PNG_DONE)
    failure->status = PACKSHOT_PNG_DAMAGED;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->escape, 1);
}

void *packshot_png_allocate(png_structp png, png_alloc_size_t count) {
  void *block = malloc(count);
  if (!block)
    ((struct failure *)png_get_mem_ptr(png))->status = PACKSHOT_PNG_OUT_OF_MEMORY;
  return block;
}

void packshot_png_deallocate(png_structp png, void *block) {
  (void)png;
  free(block);
}
