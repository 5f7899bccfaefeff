// Bytes of a scan's data that libjpeg passes over, and what they say of the picture.
//
// It does so when a restart is due, and when all blocks of a scan are decoded. A few bytes are harmless: some encoders write
// them behind the last block, and webcams before restarts. But data that was overwritten or cut is decoded to more or fewer
// blocks than it was made of, and what is then left over says that the blocks before it are others. So does data that is coded
// in another way than the header says, or that belongs to a larger picture.
#pragma once

#include "Segments.h"

#include <stdio.h>

#include <jpeglib.h>

/// What was passed over of a scan's data.
struct skipped {
  /// The scan, counted from 1, and its data in the file.
  int scan;
  struct segment data;
  /// How many bytes, without padding.
  size_t bytes;
};

/// Counts the `count` bytes before `end` of `file`, which `decoder` has just passed over; returns whether they are harmless. Where that is to be
/// `is_strict`, none are that lie in a scan's data.
int packshot_jpeg_skip_is_harmless(struct skipped *skipped, const struct jpeg_decompress_struct *decoder,
                                   const uint8_t *file, size_t file_count, const uint8_t *end, size_t count,
                                   int is_strict);
