#pragma once

// libtiff 4.5 or newer, wrapped in functions that hold its handlers and buffers. Delivers samples as they are stored,
// and never uses libtiff's RGBA interface. Files are read and written in memory.

#include <stddef.h>
#include <stdint.h>

/// The status of a call. CJPEG and CPNG use the same numbers.
enum packshot_tiff_status {
  PACKSHOT_TIFF_DONE = 0,
  PACKSHOT_TIFF_TRUNCATED = 1,
  PACKSHOT_TIFF_DAMAGED = 2,
  PACKSHOT_TIFF_UNSUPPORTED = 3,
  PACKSHOT_TIFF_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libtiff on the first call. Returns NULL on success, otherwise the reason for the failure. All other functions
/// may be called only after success.
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

/// The header of a file's first full page.
typedef struct packshot_tiff_header {
  uint32_t width, height;
  /// Bits per sample: 1, 2, 4, 8 or 16.
  uint32_t bits;
  /// Samples per pixel. Samples after the colours are alpha or spot colours.
  uint32_t samples;
  int color;
  int alpha;
  /// Index of the alpha sample.
  uint32_t alpha_index;
  /// Number of samples that are neither colour nor alpha.
  uint32_t spot_count;
  /// Whether each sample is stored in separate pieces.
  int is_planar;
  /// Width and height of a strip or tile, bytes of its rows, and bytes of the whole piece.
  uint32_t piece_width, piece_height;
  size_t piece_stride, piece_bytes;
  /// Exif orientation, 1...8.
  uint32_t orientation;
  /// Whether more pages follow, including smaller copies and masks.
  int has_more_pages;
  /// 16-bit levels of red, green and blue, with 2 to the power of `bits` entries each; NULL without a palette.
  const uint16_t *palette[3];
  /// The ICC profile; NULL if there is none. Valid as long as the reader.
  const uint8_t *icc_profile;
  size_t icc_profile_count;
} packshot_tiff_header;

/// Creates a reader of the file in `bytes`, which must stay valid until the reader is destroyed. NULL if memory is
/// short.
packshot_tiff_reader *packshot_tiff_reader_create(const uint8_t *bytes, size_t count);
void packshot_tiff_reader_destroy(packshot_tiff_reader *reader);

/// Finds the first page that isn't a smaller copy or a mask, and reads its header. Must be the first call, and called
/// once.
int packshot_tiff_reader_read_header(packshot_tiff_reader *reader, packshot_tiff_header *header);

/// Decodes the piece that contains the pixel at `x`, `y`; of sample `plane` if the file is planar. `piece` has room for
/// `piece_bytes`. 16-bit samples are in the machine's byte order. Samples beyond the picture are undefined.
int packshot_tiff_reader_read_piece(packshot_tiff_reader *reader, uint32_t x, uint32_t y, uint32_t plane, uint8_t *piece);

/// Returns the reason for the reader's last status.
const char *packshot_tiff_reader_message(const packshot_tiff_reader *reader);

// MARK: Writing

typedef struct packshot_tiff_writer packshot_tiff_writer;

/// Creates a writer. NULL if memory is short.
packshot_tiff_writer *packshot_tiff_writer_create(void);
void packshot_tiff_writer_destroy(packshot_tiff_writer *writer);

/// Starts a file of `samples` samples per pixel: 3 for RGB, 4 for RGB and straight alpha. `bits` is 8 or 16 per sample.
/// At a `level` of 1...9, rows are deflated with a predictor; at 0 they are stored uncompressed.
int packshot_tiff_writer_start(packshot_tiff_writer *writer, uint32_t width, uint32_t height, uint32_t samples,
                               uint32_t bits, int level, const uint8_t *icc_profile, size_t icc_profile_count);

/// Sets the text of a text tag, such as the artist. Must be called before the first row.
int packshot_tiff_writer_set_text(packshot_tiff_writer *writer, uint32_t tag, const char *text);

/// Sets the XMP packet or the IPTC records. Must be called before the first row.
int packshot_tiff_writer_set_xmp(packshot_tiff_writer *writer, const uint8_t *bytes, size_t count);
int packshot_tiff_writer_set_iptc(packshot_tiff_writer *writer, const uint8_t *bytes, size_t count);

/// Encodes row `y`. libtiff may change its contents.
int packshot_tiff_writer_write_row(packshot_tiff_writer *writer, uint8_t *row, uint32_t y);

/// Completes the file after the last row.
int packshot_tiff_writer_finish(packshot_tiff_writer *writer);

/// Returns the file. Valid as long as the writer.
uint8_t *packshot_tiff_writer_file(const packshot_tiff_writer *writer, size_t *count);

/// Returns the reason for the writer's last status.
const char *packshot_tiff_writer_message(const packshot_tiff_writer *writer);

/// Returns libtiff's version as text: "LIBTIFF, Version 4.5.0" and a copyright notice.
const char *packshot_tiff_version(void);
