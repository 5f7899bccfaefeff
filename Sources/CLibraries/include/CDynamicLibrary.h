#pragma once

// Libraries that are loaded on demand by the modules that call them. Most runs meet few formats, and start sooner
// without the other libraries.

#include <stddef.h>

/// A library, with room for the addresses of the functions in use.
typedef struct packshot_library {
  /// The file name for the loader, of the version whose headers were compiled.
  const char *file;
  /// Names of the functions.
  const char *const *names;
  /// A struct of function pointers, in the order of the names.
  void *functions;
  size_t count;
  /// Whether loading has been attempted, and the loader's message; empty on success.
  int is_tried;
  char failure[256];
} packshot_library;

/// Loads a library on the first call. Returns NULL if its functions can be called, otherwise the reason. Thread-safe.
const char *packshot_library_load(packshot_library *library);

// Declares the struct and lists the names from one list of functions.
#define PACKSHOT_FUNCTION_POINTER(name) __typeof__(&name) name;
#define PACKSHOT_FUNCTION_NAME(name) #name,
