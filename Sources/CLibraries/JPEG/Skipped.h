// Bytes of a scan's data that libjpeg skips, and what they reveal about the picture.
//
// libjpeg skips bytes when a restart is due, and after all blocks of a scan are decoded. A few bytes are harmless: some
// encoders write them after the last block, and webcams before restarts. But overwritten or truncated data is decoded
// to more or fewer blocks than it was made from. The remaining bytes then show that the blocks before are wrong. The
// same happens if data is coded in another way than the header says, or belongs to a larger picture.
#pragma once

#include "Segments.h"

#include <stdio.h>

#include <jpeglib.h>

/// The bytes of a scan's data that were skipped.
struct skipped {
  /// The scan, counted from 1, and its data in the file.
  int scan;
  struct segment data;
  /// Number of bytes, without padding.
  size_t bytes;
};

/// Counts the `count` bytes before `end` of `file`, which `decoder` has just skipped. Returns whether they are
/// harmless. If `is_strict`, skipped bytes in a scan's data are never harmless.
int packshot_jpeg_skip_is_harmless(struct skipped *skipped, const struct jpeg_decompress_struct *decoder,
                                   const uint8_t *file, size_t file_count, const uint8_t *end, size_t count,
                                   int is_strict);
