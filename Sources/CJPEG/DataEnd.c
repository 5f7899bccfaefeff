#include "DataEnd.h"

#include <string.h>

/// More bits than the decoder has read ahead of what it decodes, and so more blocks than can follow that are not plain.
enum { bits_ahead = 32 };

void packshot_jpeg_notice_end(struct data_end *end, const struct jpeg_decompress_struct *decoder) {
  int marker = decoder->unread_marker;
  int is_restart = marker >= 0xd0 && marker <= 0xd7;
  if (end->row || !decoder->arith_code || !marker || is_restart || decoder->input_iMCU_row >= decoder->total_iMCU_rows)
    return;
  // The row of blocks that the data ends in, the next one, whose upper rows are blended with it, and what was read ahead.
  uint32_t rows = decoder->input_iMCU_row + 1 + bits_ahead / decoder->MCUs_per_row;
  uint32_t heights = (decoder->output_height + decoder->total_iMCU_rows - 1) / decoder->total_iMCU_rows;
  end->row = rows * heights;
}

int packshot_jpeg_is_invented(const struct data_end *end, uint32_t row, const uint8_t *pixels, size_t count, size_t size) {
  // The first row is blended with chroma of the one above.
  return end->row && row > end->row && count > 1 && memcmp(pixels, pixels + size, (count - 1) * size) != 0;
}
