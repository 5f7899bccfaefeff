#pragma once

#include "Library.h"

#include <stddef.h>
#include <stdint.h>

/// A file in memory with a position, as a client of libtiff. A file opened for reading has no capacity.
struct memory_file {
  uint8_t *bytes;
  size_t count, capacity, position;
};

/// The first error message of libtiff.
struct failure {
  char message[256];
  /// Whether libtiff's JPEG decoder has warned, so that pixels may be wrong.
  int is_decoder;
};

/// Opens a file in memory with libtiff; NULL on failure. Both structs must stay at their addresses.
TIFF *packshot_tiff_open(struct memory_file *file, struct failure *failure, const char *mode, tmsize_t largest_block);
