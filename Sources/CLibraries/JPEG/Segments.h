// Locates the parts of a file by its markers (T.81, annex B), for information that libjpeg doesn't provide.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A marker with the range of its content in the file.
struct segment {
  int marker;
  size_t start, end;
};

/// Finds the next marker segment at or after `*place`, and moves `*place` to its end. Like libjpeg, skips bytes that
/// aren't markers, and fill bytes. Returns 0 if there is none. A segment may claim to extend beyond the end of the
/// file.
int packshot_jpeg_next_segment(const uint8_t *bytes, size_t count, size_t *place, struct segment *segment);

/// Returns the coded data of the scan that contains `place`, including restart markers; empty if no scan does.
struct segment packshot_jpeg_scan_at(const uint8_t *bytes, size_t count, size_t place);
