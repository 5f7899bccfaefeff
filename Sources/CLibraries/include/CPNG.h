// libpng behind functions that return.
//
// libpng leaves through an error function, which must not return, so it longjmps. A jump across a Swift frame is
// undefined. Therefore every function here that enters the library sets its own place to jump to and returns a status
// instead. After any status but `done` the handle is dead: every later call returns the same status, and only the
// message can be asked for and the handle destroyed. Handles share nothing: different ones may be used by different
// threads.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// How a call went. CJPEG has the same numbers.
enum packshot_png_status {
  PACKSHOT_PNG_DONE = 0,
  PACKSHOT_PNG_TRUNCATED = 1,
  PACKSHOT_PNG_DAMAGED = 2,
  PACKSHOT_PNG_OUT_OF_MEMORY = 4,
  PACKSHOT_PNG_SINK_FAILED = 5,
  PACKSHOT_PNG_TOO_MUCH_METADATA = 8,
};

/// What the samples of a file mean, alpha aside.
enum packshot_png_color {
  PACKSHOT_PNG_GREY = 0,
  PACKSHOT_PNG_RGB = 1,
  PACKSHOT_PNG_INDEXED = 2,
};

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bits in a sample, or in an index.
  int bit_depth;
  /// One of `packshot_png_color`.
  int color;
  /// Whether there is an alpha channel or a tRNS chunk.
  int has_alpha;
  /// Whether a tRNS chunk makes one colour of RGB, or one grey, transparent.
  int has_transparent_color;
  int is_interlaced;
  /// Where in the file the first IDAT chunk starts, with its length.
  size_t picture_offset;
  /// The iCCP chunk's profile, or NULL. Lives as long as the reader.
  const uint8_t *icc_profile;
  size_t icc_profile_count;
} packshot_png_header;

// MARK: Reading

typedef struct packshot_png_reader packshot_png_reader;

/// A reader of the file that is `bytes`, which stay where they are until the reader is destroyed; or NULL where memory
/// is short. A file whose colour profile has more bytes than `most_metadata` is given up, and if it `is_strict`, so is one
/// without an end chunk.
packshot_png_reader *packshot_png_reader_create(const uint8_t *bytes, size_t count, size_t most_metadata,
                                                int is_strict);
void packshot_png_reader_destroy(packshot_png_reader *reader);

/// Reads up to the first piece of picture data.
int packshot_png_reader_read_header(packshot_png_reader *reader, packshot_png_header *header);

/// What indices of 8 bits stand for, once the header is read: red, green, blue and alpha of each. Those beyond the palette
/// are opaque black.
void packshot_png_reader_get_palette(packshot_png_reader *reader, uint8_t palette[1024]);

/// Gets ready to read rows of four channels (red, green, blue, straight alpha): of two bytes each, the low one first,
/// where the file's samples have 16 bits, otherwise of one byte. Says in how many passes over the picture they come: 1,
/// or 7 where it is interlaced.
int packshot_png_reader_start(packshot_png_reader *reader, int *passes);

/// Decodes the next `rows` rows of the pass. In an interlaced picture's passes the destination holds what the passes
/// before left in those rows.
int packshot_png_reader_read_rows(packshot_png_reader *reader, uint8_t *destination, size_t stride, uint32_t rows);

/// How many bytes of the file have been read.
size_t packshot_png_reader_position(const packshot_png_reader *reader);

/// Reads on to the end of the file, after the last row of the last pass.
int packshot_png_reader_finish(packshot_png_reader *reader);

/// The `index`th of the different harmless oddities met so far, or NULL. Lives as long as the reader.
const char *packshot_png_reader_warning(const packshot_png_reader *reader, int index);

/// The reason for the status that ended the reader.
const char *packshot_png_reader_message(const packshot_png_reader *reader);

// MARK: Writing

typedef struct packshot_png_writer packshot_png_writer;

/// Takes encoded bytes; anything but 0 says that it could not.
typedef int (*packshot_png_sink)(void *context, const uint8_t *bytes, size_t count);

/// A writer that hands its bytes to `sink`, or NULL where memory is short.
packshot_png_writer *packshot_png_writer_create(packshot_png_sink sink, void *context);
void packshot_png_writer_destroy(packshot_png_writer *writer);

/// Writes the header of a file of RGB, or of RGBA with straight alpha, with samples of 8 or 16 bits. `compression` is
/// zlib's level, 0...9. `profile` and `exif` may be NULL.
int packshot_png_writer_start(packshot_png_writer *writer, uint32_t width, uint32_t height, int bit_depth,
                              int has_alpha, int compression, const uint8_t *profile, size_t profile_count,
                              const uint8_t *exif, size_t exif_count);

/// Writes the header of a file of 16 colours: a palette of red, green and blue, three bytes each. Its rows are written by
/// `packshot_png_writer_write_rows` too: four bits a pixel, the left one of two in the high bits.
int packshot_png_writer_start_palette(packshot_png_writer *writer, uint32_t width, uint32_t height,
                                      const uint8_t palette[48], int compression);

/// Encodes the next rows, of four channels: red, green, blue and alpha (ignored where the file has none). Those of 16
/// bits have the low byte first.
int packshot_png_writer_write_rows(packshot_png_writer *writer, const uint8_t *source, size_t stride, uint32_t rows);

/// Hands on what has been written so far.
int packshot_png_writer_flush(packshot_png_writer *writer);

/// Writes what is left, after the last row.
int packshot_png_writer_finish(packshot_png_writer *writer);

/// The reason for the status that ended the writer.
const char *packshot_png_writer_message(const packshot_png_writer *writer);

/// libpng's version. Never freed.
const char *packshot_png_version(void);

/// The version of the zlib that libpng deflates with. Never freed.
const char *packshot_png_zlib_version(void);
