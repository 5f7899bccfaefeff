#include "Skipped.h"

enum { harmless_at_end = 16, harmless_at_restart = 24 };

/// Returns how many bytes before `end` have the same value as the last of them.
static size_t run_before(const uint8_t *end, const uint8_t *start) {
  const uint8_t *place = end;
  while (place > start && place[-1] == end[-1])
    place--;
  return (size_t)(end - place);
}

/// Returns how many of the `count` bytes before `end` aren't padding, which is a single repeated value. If the run of
/// this value began well before those bytes, a part of it was decoded. Then it isn't padding, but overwritten data. The
/// decoder reads up to eight bytes ahead, which don't count as skipped.
static size_t without_padding(const uint8_t *end, size_t count, const uint8_t *start) {
  static const size_t ahead = 16;
  size_t run = run_before(end, start);
  if (run < 2 || run > count + ahead)
    return count;
  return run < count ? count - run : 0;
}

int packshot_jpeg_skip_is_harmless(struct skipped *skipped, const struct jpeg_decompress_struct *decoder,
                                   const uint8_t *file, size_t file_count, const uint8_t *end, size_t count,
                                   int is_strict) {
  if (end < file || end > file + file_count || count > (size_t)(end - file))
    return 1;
  size_t place = (size_t)(end - file);
  if (skipped->scan != decoder->input_scan_number)
    *skipped = (struct skipped){.scan = decoder->input_scan_number,
                                .data = packshot_jpeg_scan_at(file, file_count, place)};
  if (place <= skipped->data.start || place > skipped->data.end)
    return 1;
  int is_at_end = decoder->input_iMCU_row >= decoder->total_iMCU_rows;
  size_t lost = is_at_end && !is_strict ? without_padding(end, count, file + skipped->data.start) : count;
  skipped->bytes += lost;
  if (is_strict || lost > (is_at_end ? harmless_at_end : harmless_at_restart))
    return 0;
  // Many small gaps add up to damage.
  return skipped->bytes <= harmless_at_end || skipped->bytes <= (skipped->data.end - skipped->data.start) / 3;
}
