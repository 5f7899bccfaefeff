// libpng, wrapped in functions that return.
//
// libpng leaves through an error function, which must not return, so it calls longjmp. Jumping across a Swift frame is
// undefined. So every function that calls the library sets its own jump target and returns a status. After any status
// but `done` the handle is dead: every later call returns the same status, and only the message and destruction are
// available. Handles share no state, so different handles can be used by different threads.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The status of a call. CJPEG uses the same numbers.
enum packshot_png_status {
  PACKSHOT_PNG_DONE = 0,
  PACKSHOT_PNG_TRUNCATED = 1,
  PACKSHOT_PNG_DAMAGED = 2,
  PACKSHOT_PNG_OUT_OF_MEMORY = 4,
  PACKSHOT_PNG_SINK_FAILED = 5,
  PACKSHOT_PNG_TOO_MUCH_METADATA = 8,
};

/// The meaning of a file's samples, without alpha.
enum packshot_png_color {
  PACKSHOT_PNG_GREY = 0,
  PACKSHOT_PNG_RGB = 1,
  PACKSHOT_PNG_INDEXED = 2,
};

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bits per sample, or per index.
  int bit_depth;
  /// One of `packshot_png_color`.
  int color;
  /// Whether there is an alpha channel or a tRNS chunk.
  int has_alpha;
  /// Whether a tRNS chunk makes one RGB colour or one grey level transparent.
  int has_transparent_color;
  int is_interlaced;
  /// Offset of the first IDAT chunk, including its length.
  size_t picture_offset;
  /// The profile in the iCCP chunk, or NULL. Valid as long as the reader.
  const uint8_t *icc_profile;
  size_t icc_profile_count;
} packshot_png_header;

// MARK: Reading

typedef struct packshot_png_reader packshot_png_reader;

/// Creates a reader of the file in `bytes`, which must stay valid until the reader is destroyed. NULL if memory is
/// short. Files whose colour profile exceeds `most_metadata` bytes are refused and, if `is_strict`, files without an
/// end chunk too.
packshot_png_reader *packshot_png_reader_create(const uint8_t *bytes, size_t count, size_t most_metadata,
                                                int is_strict);
void packshot_png_reader_destroy(packshot_png_reader *reader);

/// Reads up to the first piece of picture data.
int packshot_png_reader_read_header(packshot_png_reader *reader, packshot_png_header *header);

/// Writes the palette for 8-bit indices after the header has been read: red, green, blue and alpha of each of the 256
/// indices. Indices beyond the file's palette are opaque black.
void packshot_png_reader_get_palette(packshot_png_reader *reader, uint8_t palette[1024]);

/// Prepares to read rows of four channels (red, green, blue, straight alpha): two bytes each, low byte first, if the
/// file's samples have 16 bits; otherwise one byte each. Sets `passes` to the number of passes over the picture: 1, or
/// 7 if it is interlaced.
int packshot_png_reader_start(packshot_png_reader *reader, int *passes);

/// Decodes the next `rows` rows of the pass. For an interlaced picture, the destination must contain the result of the
/// previous passes for those rows.
int packshot_png_reader_read_rows(packshot_png_reader *reader, uint8_t *destination, size_t stride, uint32_t rows);

/// Returns the number of bytes of the file read so far.
size_t packshot_png_reader_position(const packshot_png_reader *reader);

/// Reads the rest of the file after the last row of the last pass.
int packshot_png_reader_finish(packshot_png_reader *reader);

/// Returns the `index`th distinct harmless irregularity so far, or NULL. Valid as long as the reader.
const char *packshot_png_reader_warning(const packshot_png_reader *reader, int index);

/// Returns the reason for the reader's last status.
const char *packshot_png_reader_message(const packshot_png_reader *reader);

// MARK: Writing

typedef struct packshot_png_writer packshot_png_writer;

/// Receives encoded bytes. Returns 0 on success.
typedef int (*packshot_png_sink)(void *context, const uint8_t *bytes, size_t count);

/// Creates a writer that passes its bytes to `sink`. NULL if memory is short.
packshot_png_writer *packshot_png_writer_create(packshot_png_sink sink, void *context);
void packshot_png_writer_destroy(packshot_png_writer *writer);

/// Writes the header of a file of RGB, or RGBA with straight alpha, with 8 or 16 bits per sample. `compression` is
/// zlib's level, 0...9. `profile` and `exif` may be NULL.
int packshot_png_writer_start(packshot_png_writer *writer, uint32_t width, uint32_t height, int bit_depth,
                              int has_alpha, int compression, const uint8_t *profile, size_t profile_count,
                              const uint8_t *exif, size_t exif_count);

/// Writes the header of a file of `count` colours, 1...256. A colour has red in its lowest byte and alpha in its highest.
/// Rows are written by `packshot_png_writer_write_rows` too: `bit_depth` (1, 2, 4, 8) bits a pixel, with the left pixel of
/// a byte in the high bits.
int packshot_png_writer_start_palette(packshot_png_writer *writer, uint32_t width, uint32_t height, int bit_depth,
                                      const uint32_t *palette, int count, int compression, const uint8_t *profile,
                                      size_t profile_count, const uint8_t *exif, size_t exif_count);

/// Encodes the next rows, of four channels: red, green, blue and alpha (ignored if the file has none). 16-bit channels
/// have the low byte first.
int packshot_png_writer_write_rows(packshot_png_writer *writer, const uint8_t *source, size_t stride, uint32_t rows);

/// Passes on what has been written so far.
int packshot_png_writer_flush(packshot_png_writer *writer);

/// Writes the rest of the file after the last row.
int packshot_png_writer_finish(packshot_png_writer *writer);

/// Returns the reason for the writer's last status.
const char *packshot_png_writer_message(const packshot_png_writer *writer);

/// Returns libpng's version. Never freed.
const char *packshot_png_version(void);

/// Returns the version of the zlib that libpng uses. Never freed.
const char *packshot_png_zlib_version(void);
