#pragma once

// Libraries that are loaded when they are first needed, by the modules that call them. Most runs meet few formats, and start
// sooner without the libraries of the others.

#include <stddef.h>

/// A library, and room for the addresses of the functions that are called.
typedef struct packshot_library {
  /// What the loader finds it by: of the version whose headers were compiled.
  const char *file;
  /// The functions' names.
  const char *const *names;
  /// A structure of pointers to the functions, in the order of their names.
  void *functions;
  size_t count;
  /// Whether it was tried to load it, and what the loader said then; empty where it is loaded.
  int is_tried;
  char failure[256];
} packshot_library;

/// Loads a library, unless that was tried before. NULL where its functions can be called from now on, otherwise the reason.
/// Any thread may call it.
const char *packshot_library_load(packshot_library *library);

// To declare the structure, and to list the names, from one list of functions.
#define PACKSHOT_FUNCTION_POINTER(name) __typeof__(&name) name;
#define PACKSHOT_FUNCTION_NAME(name) #name,
