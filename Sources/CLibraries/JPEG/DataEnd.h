// Detects truncated data of an arithmetic-coded picture.
//
// After the end of a scan's data, an arithmetic decoder reads zeros, because encoders omit trailing zeros; libjpeg
// reports nothing. A plain area, such as the white below a product, may need no more data, so the data of valid files
// can end many rows early. But only plain blocks need no data: any other block takes at least a bit.
//
// Rows in colour, planes and reduced pictures each decode a different part. For the same result in all cases, the few
// files whose data ends early are decoded a second time for this check, always in the same way: every component, at
// full size and at an eighth.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// Whether the data has ended before the last row of blocks. Must be called after each row of blocks, because one of
/// the last rows always ends with the data. Only for files with one scan; other files are read completely before the
/// first row.
int packshot_jpeg_ends_early(const struct jpeg_decompress_struct *decoder);

/// Decodes the `count` bytes of `file` again. Returns whether a row of a component after the end of the data has more
/// than one value. Returns 0 if the file can't be decoded, or not before the time `end`; the caller gets the same
/// error.
int packshot_jpeg_is_invented(const uint8_t *file, size_t count, double end);
