#include "Library.h"
#include "CHEVC.h"

struct libde265 libde265;

static const char *const names[] = {LIBDE265_FUNCTIONS(PACKSHOT_FUNCTION_NAME)};

static packshot_library library = {
    .file = "libde265.so.0",
    .names = names,
    .functions = &libde265,
    .count = sizeof names / sizeof *names,
};

const char *packshot_hevc_load(void) { return packshot_library_load(&library); }
