#pragma once

#include <stdio.h>

#include <jpeglib.h>

/// Number of samples across and down that a block is decoded to. libjpeg-turbo names the fields differently if it has
/// the interface of libjpeg 6b, as on Debian, or of libjpeg 7 or 8, as on Ubuntu. Both directions are the same here.
#if JPEG_LIB_VERSION >= 70
#define BLOCK_SIZE(component) ((component)->DCT_h_scaled_size)
#define SMALLEST_BLOCK_SIZE(decoder) ((decoder)->min_DCT_v_scaled_size)
#else
#define BLOCK_SIZE(component) ((component)->DCT_scaled_size)
#define SMALLEST_BLOCK_SIZE(decoder) ((decoder)->min_DCT_scaled_size)
#endif
