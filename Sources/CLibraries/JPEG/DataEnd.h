// Where the data of an arithmetic-coded picture ends.
//
// Behind the end of a scan's data an arithmetic decoder reads zeros, as encoders leave out those that the data would end with;
// libjpeg says nothing of it. A plain area, such as the white below a product, may need no more data than that: honest files
// end many rows early. But nothing else comes out of no data: each block that is not plain takes at least a bit.
//
// Rows in colour, planes and small pictures each show a different part of what is decoded. So that the verdict is the same for
// all of them, the few files whose data ends early are decoded once more to judge them, always in the same way: every
// component, at its full size and at an eighth.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// Whether the data has ended above the last row of blocks: to be asked after each row of them, as one of the last rows always
/// ends with the data. Only of files of one scan: of others all is read before.
int packshot_jpeg_ends_early(const struct jpeg_decompress_struct *decoder);

/// Decodes the `count` bytes of `file` and returns whether a row of a component has more than one value although it lies below
/// the end of the data. Where it cannot be decoded, or not before the clock says `end`, it returns 0: the caller finds out too.
int packshot_jpeg_is_invented(const uint8_t *file, size_t count, double end);
