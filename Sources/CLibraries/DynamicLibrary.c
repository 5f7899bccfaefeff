#include "CDynamicLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/// Returns the reason why the library can't be loaded, or NULL.
static const char *load(packshot_library *library) {
  // Binds all symbols now, because lookups fail in the sandbox.
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return dlerror();
  for (size_t index = 0; index < library->count; index++) {
    void *function = dlsym(handle, library->names[index]);
    if (!function)
      return dlerror();
    memcpy((char *)library->functions + index * sizeof function, &function, sizeof function);
  }
  return NULL;
}

const char *packshot_library_load(packshot_library *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (!library->is_tried) {
    const char *failure = load(library);
    snprintf(library->failure, sizeof library->failure, "%s", failure ? failure : "");
    library->is_tried = 1;
  }
  pthread_mutex_unlock(&lock);
  return *library->failure ? library->failure : NULL;
}
