// Where a file's parts are, told from its markers (T.81, annex B), for what libjpeg does not tell.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A marker and what belongs to it, between two places in a file.
struct segment {
  int marker;
  size_t start, end;
};

/// Finds the next marker segment at or behind `*place`, and moves `*place` behind it. Like libjpeg, passes over what is no
/// marker, and over filling bytes. Returns 0 where there is none. A segment may claim to end behind the file's own end.
int packshot_jpeg_next_segment(const uint8_t *bytes, size_t count, size_t *place, struct segment *segment);

/// The coded data of the scan that holds `place`, markers of restarts among it; empty where no scan does.
struct segment packshot_jpeg_scan_at(const uint8_t *bytes, size_t count, size_t place);
