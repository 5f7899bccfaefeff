#include "Library.h"
#include "CWebP.h"

struct libwebp libwebp;

static const char *const names[] = {LIBWEBP_FUNCTIONS(PACKSHOT_FUNCTION_NAME)};

static packshot_library library = {
    .file = "libwebp.so.7",
    .names = names,
    .functions = &libwebp,
    .count = sizeof names / sizeof *names,
};

const char *packshot_webp_load(void) { return packshot_library_load(&library); }
