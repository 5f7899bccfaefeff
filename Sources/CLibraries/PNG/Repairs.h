// Bytes that libpng is given in place of those in the file, where it would give up a picture that is whole.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A stretch of the file and what libpng reads there.
struct repair {
  size_t start, end;
  /// No more than a tRNS chunk of 256 entries.
  uint8_t bytes[12 + 256];
  /// How many bytes there are; 0 if nothing is repaired.
  size_t count;
  /// How many of them have been read.
  size_t read;
};

/// A tRNS chunk without the entries that the palette has no colours for; libpng would drop all of it. `found` and `colors` are
/// how many entries the chunk and the palette have.
struct repair packshot_png_trim_transparency(const uint8_t *bytes, size_t count, unsigned *found, unsigned *colors);

/// The IEND chunk of a file that ends behind its last whole chunk, or within a chunk that is no picture data. Whether the picture
/// is complete is for libpng to find out.
struct repair packshot_png_add_end(const uint8_t *bytes, size_t count);
