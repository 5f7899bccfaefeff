#pragma once

#include <stdio.h>

#include <jpeglib.h>

/// How many samples across and down a block becomes. The fields have one name where libjpeg-turbo has the interface of
/// libjpeg 6b, as Debian's, and others where it has that of libjpeg 7 or 8, as Ubuntu's; both directions are the same here.
#if JPEG_LIB_VERSION >= 70
#define BLOCK_SIZE(component) ((component)->DCT_h_scaled_size)
#define SMALLEST_BLOCK_SIZE(decoder) ((decoder)->min_DCT_v_scaled_size)
#else
#define BLOCK_SIZE(component) ((component)->DCT_scaled_size)
#define SMALLEST_BLOCK_SIZE(decoder) ((decoder)->min_DCT_scaled_size)
#endif
