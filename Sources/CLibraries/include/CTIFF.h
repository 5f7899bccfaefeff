#pragma once

// libtiff 4.5 or newer behind functions that hold its handlers and buffers: samples as they are stored, never its RGBA
// interface. Bytes are read and written in memory.

#include <stddef.h>
#include <stdint.h>

/// How a call went. CJPEG and CPNG have the same numbers.
enum packshot_tiff_status {
  PACKSHOT_TIFF_DONE = 0,
  PACKSHOT_TIFF_TRUNCATED = 1,
  PACKSHOT_TIFF_DAMAGED = 2,
  PACKSHOT_TIFF_UNSUPPORTED = 3,
  PACKSHOT_TIFF_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libtiff, unless that was tried before. NULL where it is there, otherwise the reason why not. All other functions here
/// are called after it, and where it is there.
const char *packshot_tiff_load(void);

// MARK: Reading

typedef struct packshot_tiff_reader packshot_tiff_reader;

enum packshot_tiff_color {
  PACKSHOT_TIFF_WHITE_IS_ZERO,
  PACKSHOT_TIFF_BLACK_IS_ZERO,
  PACKSHOT_TIFF_RGB,
  PACKSHOT_TIFF_PALETTE,
  PACKSHOT_TIFF_CMYK,
};

enum packshot_tiff_alpha { PACKSHOT_TIFF_OPAQUE, PACKSHOT_TIFF_PREMULTIPLIED, PACKSHOT_TIFF_STRAIGHT };

/// What a file says of its first full page.
typedef struct packshot_tiff_header {
  uint32_t width, height;
  /// Bits of a sample: 1, 2, 4, 8 or 16.
  uint32_t bits;
  /// Samples of a pixel; those beyond the colour's are alpha or spot colours.
  uint32_t samples;
  int color;
  int alpha;
  /// Which of the samples alpha is.
  uint32_t alpha_index;
  /// Samples that are neither colour nor alpha.
  uint32_t spot_count;
  /// Whether each sample has pieces of its own.
  int is_planar;
  /// Strips or tiles: how wide and high, and what a row and the whole of one take.
  uint32_t piece_width, piece_height;
  size_t piece_stride, piece_bytes;
  /// As Exif has it, 1...8.
  uint32_t orientation;
  /// Whether more full pages follow.
  int has_more_pages;
  /// Levels of red, green and blue of 16 bits, one behind the other, 2 to the power of `bits` each; NULL without a palette.
  const uint16_t *palette[3];
  /// NULL where there is none. Lives as long as the reader.
  const uint8_t *icc_profile;
  size_t icc_profile_count;
} packshot_tiff_header;

/// A reader of the file that is `bytes`, which stay where they are until it is destroyed; or NULL where memory is short.
packshot_tiff_reader *packshot_tiff_reader_create(const uint8_t *bytes, size_t count);
void packshot_tiff_reader_destroy(packshot_tiff_reader *reader);

/// Finds the first page that is no smaller copy and no mask, and reads what is said of it. Once, and first.
int packshot_tiff_reader_read_header(packshot_tiff_reader *reader, packshot_tiff_header *header);

/// Decodes the piece that has the pixel at `x`, `y` in it: of sample `plane` where it is planar. `piece` takes `piece_bytes`,
/// samples of 16 bits in the machine's order; what lies beyond the picture is not touched, or has no meaning.
int packshot_tiff_reader_read_piece(packshot_tiff_reader *reader, uint32_t x, uint32_t y, uint32_t plane, uint8_t *piece);

/// The reason for the status that ended the reader.
const char *packshot_tiff_reader_message(const packshot_tiff_reader *reader);

// MARK: Writing

typedef struct packshot_tiff_writer packshot_tiff_writer;

/// A writer of a picture of 3 or 4 samples of 8 or 16 bits, the fourth straight alpha, deflated with a predictor at a level of
/// 0 (stored) to 9. NULL where memory is short.
packshot_tiff_writer *packshot_tiff_writer_create(void);
void packshot_tiff_writer_destroy(packshot_tiff_writer *writer);

int packshot_tiff_writer_start(packshot_tiff_writer *writer, uint32_t width, uint32_t height, uint32_t samples,
                               uint32_t bits, int level, const uint8_t *icc_profile, size_t icc_profile_count);

/// Gives the file a text, for a tag that is one: who made it, say. Before the first row.
int packshot_tiff_writer_set_text(packshot_tiff_writer *writer, uint32_t tag, const char *text);

/// Gives the file an XMP packet, or records of IPTC's. Before the first row.
int packshot_tiff_writer_set_xmp(packshot_tiff_writer *writer, const uint8_t *bytes, size_t count);
int packshot_tiff_writer_set_iptc(packshot_tiff_writer *writer, const uint8_t *bytes, size_t count);

/// Encodes row `y`, which libtiff may change.
int packshot_tiff_writer_write_row(packshot_tiff_writer *writer, uint8_t *row, uint32_t y);

/// Ends the file, after the last row.
int packshot_tiff_writer_finish(packshot_tiff_writer *writer);

/// The file. Lives as long as the writer.
uint8_t *packshot_tiff_writer_file(const packshot_tiff_writer *writer, size_t *count);

/// The reason for the status that ended the writer.
const char *packshot_tiff_writer_message(const packshot_tiff_writer *writer);

/// libtiff's version in words: "LIBTIFF, Version 4.5.0" and a copyright.
const char *packshot_tiff_version(void);
