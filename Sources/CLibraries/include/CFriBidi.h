#pragma once

// FriBidi: the direction of the parts of a line of text.

#include <stddef.h>
#include <stdint.h>

/// Loads FriBidi on the first call. Returns NULL on success, otherwise the reason for the failure. All other functions
/// may be called only after success.
const char *packshot_fribidi_load(void);

/// Writes the library's version.
void packshot_fribidi_version(char *version, size_t capacity);

/// Computes the embedding level of each character of a line, by Unicode's bidirectional algorithm (UAX 9). Odd levels
/// run from right to left.
///
/// `direction` is the direction of the whole line: 1 from left to right, -1 from right to left, 0 for the direction of
/// the first strong character. Returns 1 if the line as a whole runs from right to left, 0 if not, -1 if memory is
/// short.
int packshot_bidi_levels(const uint32_t *line, size_t count, int direction, uint8_t *levels);
