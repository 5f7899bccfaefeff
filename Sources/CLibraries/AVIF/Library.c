#include "Library.h"
#include "CAVIF.h"

struct libavif libavif;

static const char *const names[] = {LIBAVIF_FUNCTIONS(PACKSHOT_FUNCTION_NAME)};

static packshot_library library = {
#if AVIF_VERSION_MAJOR >= 1
    .file = "libavif.so.16",
#else
    .file = "libavif.so.15",
#endif
    .names = names,
    .functions = &libavif,
    .count = sizeof names / sizeof *names,
};

const char *packshot_avif_load(void) { return packshot_library_load(&library); }
