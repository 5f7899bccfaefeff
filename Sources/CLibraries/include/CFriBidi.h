#pragma once

// FriBidi: in which direction the parts of a line of text run.

#include <stddef.h>
#include <stdint.h>

/// Loads FriBidi, unless that was tried before. NULL where it is there, otherwise the reason why not. All other functions here
/// are called after it, and where it is there.
const char *packshot_fribidi_load(void);

/// Its version.
void packshot_fribidi_version(char *version, size_t capacity);

/// The embedding level of each character of a line, by Unicode's bidirectional algorithm (UAX 9): odd ones run from right to
/// left.
///
/// `direction` is that of the whole line: 1 from left to right, -1 from right to left, 0 as its first letter that has one.
/// Returns 1 where the line as a whole runs from right to left, 0 where it does not, -1 where memory is short.
int packshot_bidi_levels(const uint32_t *line, size_t count, int direction, uint8_t *levels);
