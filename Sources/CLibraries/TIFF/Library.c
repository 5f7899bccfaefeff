#include "Library.h"
#include "CTIFF.h"

struct libtiff libtiff;

static const char *const names[] = {LIBTIFF_FUNCTIONS(PACKSHOT_FUNCTION_NAME)};

static packshot_library library = {
    .file = "libtiff.so.6",
    .names = names,
    .functions = &libtiff,
    .count = sizeof names / sizeof *names,
};

const char *packshot_tiff_load(void) { return packshot_library_load(&library); }
