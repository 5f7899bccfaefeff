#pragma once

#include "Library.h"

#include <stddef.h>
#include <stdint.h>

/// A file in memory and its place, as libtiff's client. One that is read has no capacity.
struct memory_file {
  uint8_t *bytes;
  size_t count, capacity, position;
};

/// What failed first, in libtiff's words.
struct failure {
  char message[256];
  int is_decoder;
};

/// libtiff on a file in memory; NULL where it cannot be begun. Both structures stay where they are.
TIFF *packshot_tiff_open(struct memory_file *file, struct failure *failure, const char *mode, tmsize_t largest_block);
