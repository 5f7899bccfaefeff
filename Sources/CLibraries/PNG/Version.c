#include "CPNG.h"

#include <png.h>
#include <zlib.h>

const char *packshot_png_version(void) { return png_get_libpng_ver(NULL); }

const char *packshot_png_zlib_version(void) { return zlibVersion(); }
