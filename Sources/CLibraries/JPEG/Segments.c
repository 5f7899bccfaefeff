#include "Segments.h"

enum { start_of_scan = 0xda };

static int is_restart(int marker) { return marker >= 0xd0 && marker <= 0xd7; }

static int has_length(int marker) { return marker != 0x01 && !(marker >= 0xd0 && marker <= 0xd9); }

int packshot_jpeg_next_segment(const uint8_t *bytes, size_t count, size_t *place, struct segment *segment) {
  for (size_t at = *place; at + 4 <= count;) {
    int marker = bytes[at + 1];
    if (bytes[at] != 0xff || marker == 0xff || marker == 0) {
      at++;
      continue;
    }
    if (!has_length(marker)) {
      at += 2;
      continue;
    }
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length < 2)
      return 0;
    *segment = (struct segment){.marker = marker, .start = at + 4, .end = at + 2 + length};
    *place = segment->end;
    return 1;
  }
  return 0;
}

struct segment packshot_jpeg_scan_at(const uint8_t *bytes, size_t count, size_t place) {
  struct segment segment;
  for (size_t at = 2; packshot_jpeg_next_segment(bytes, count, &at, &segment) && segment.end <= place;) {
    if (segment.marker != start_of_scan)
      continue;
    // In coded data, each 0xff is followed by a zero.
    while (at + 1 < count && (bytes[at] != 0xff || bytes[at + 1] == 0 || bytes[at + 1] == 0xff || is_restart(bytes[at + 1])))
      at++;
    // Data without a marker after it extends to the end of the file.
    if (at + 1 >= count)
      at = count;
    if (place <= at)
      return (struct segment){.marker = start_of_scan, .start = segment.end, .end = at};
  }
  return (struct segment){0};
}
