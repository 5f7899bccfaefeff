// Replacements for bytes of a file, so that libpng doesn't give up on an intact picture.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A range of the file, and the bytes that libpng reads instead.
struct repair {
  size_t start, end;
  /// At most a tRNS chunk of 256 entries.
  uint8_t bytes[12 + 256];
  /// Number of bytes; 0 if nothing is repaired.
  size_t count;
  /// Number of bytes read so far.
  size_t read;
};

/// Returns a tRNS chunk without the entries beyond the palette, because libpng would drop all of it. Sets `found` and
/// `colors` to the number of entries of the chunk and of the palette.
struct repair packshot_png_trim_transparency(const uint8_t *bytes, size_t count, unsigned *found, unsigned *colors);

/// Returns an IEND chunk for a file that ends after its last whole chunk, or within a chunk that isn't picture data.
/// libpng detects whether the picture is complete.
struct repair packshot_png_add_end(const uint8_t *bytes, size_t count);
