// The file of a new catalog.
#pragma once

#include <stddef.h>

/// The first byte of the file, and how many there are. They never change.
const void *packshot_new_catalog(size_t *count);
