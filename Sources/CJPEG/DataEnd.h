// Where the data of an arithmetic-coded picture ends.
//
// Behind the end of a scan's data an arithmetic decoder reads zeros, as encoders leave out those that the data would end with;
// libjpeg says nothing of it. A plain area, such as the white below a product, may need no more data than that: honest files end
// many rows early. But nothing else comes out of no data: each block that is not plain takes at least a bit.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// From which row on a picture is decoded from no data; 0 while there is data.
struct data_end {
  uint32_t row;
};

/// Looks whether the data is at its end, after rows were read. Only of files of one scan: of others all is read before.
void packshot_jpeg_notice_end(struct data_end *end, const struct jpeg_decompress_struct *decoder);

/// Whether a row that lies below the data's end has more than one value. A row has `count` pixels of `size` bytes.
int packshot_jpeg_is_invented(const struct data_end *end, uint32_t row, const uint8_t *pixels, size_t count, size_t size);
