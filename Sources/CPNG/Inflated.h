// A picture inflated in one piece, by libdeflate: in less than half of zlib's time, with the memory of all its rows.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct inflated;

/// Inflates the picture of a PNG of 8-bit RGB or RGBA that is not interlaced.
///
/// NULL unless all is well from the first IDAT chunk to the end of the file: every check sum, the length, the filters, the
/// chunks behind the picture. Whatever is odd in any way is for libpng to judge, from the beginning.
///
/// - `first`: where in the file the first IDAT chunk starts, with its length.
/// - `channels`: 3 or 4.
/// - `spare`: bytes that may be taken, at most; with less than it needs, NULL.
struct inflated *packshot_png_inflate(const uint8_t *file, size_t count, size_t first, uint32_t width, uint32_t height,
                                      int channels, size_t spare);
void packshot_png_inflated_destroy(struct inflated *picture);

/// Unfilters the next rows to RGBA. There are as many.
void packshot_png_inflated_read(struct inflated *picture, uint8_t *destination, size_t stride, uint32_t rows);
