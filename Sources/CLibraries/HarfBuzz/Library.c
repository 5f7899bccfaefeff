#include "Library.h"
#include "CHarfBuzz.h"

struct libharfbuzz libharfbuzz;

static const char *const names[] = {LIBHARFBUZZ_FUNCTIONS(PACKSHOT_FUNCTION_NAME)};

static packshot_library library = {
    .file = "libharfbuzz.so.0",
    .names = names,
    .functions = &libharfbuzz,
    .count = sizeof names / sizeof *names,
};

const char *packshot_harfbuzz_load(void) { return packshot_library_load(&library); }

const char *packshot_harfbuzz_version(void) { return libharfbuzz.hb_version_string(); }
