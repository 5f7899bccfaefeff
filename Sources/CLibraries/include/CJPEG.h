// libjpeg-turbo, wrapped in functions that return.
//
// libjpeg leaves through error_exit, which must not return, so it calls longjmp. Jumping across a Swift frame is
// undefined. So every function that calls the library sets its own jump target and returns a status. After any status
// but `done` the handle is dead: every later call returns the same status, and only the message and destruction are
// available. Handles share no state, so different handles can be used by different threads.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The status of a call. CPNG uses the same numbers.
enum packshot_jpeg_status {
  PACKSHOT_JPEG_DONE = 0,
  PACKSHOT_JPEG_TRUNCATED = 1,
  PACKSHOT_JPEG_DAMAGED = 2,
  PACKSHOT_JPEG_UNSUPPORTED = 3,
  PACKSHOT_JPEG_OUT_OF_MEMORY = 4,
  PACKSHOT_JPEG_SINK_FAILED = 5,
  PACKSHOT_JPEG_TOO_MANY_SCANS = 6,
  PACKSHOT_JPEG_TOO_LATE = 7,
};

/// The meaning of a file's components.
enum packshot_jpeg_color {
  PACKSHOT_JPEG_GREY = 0,
  PACKSHOT_JPEG_YCBCR = 1,
  PACKSHOT_JPEG_RGB = 2,
  PACKSHOT_JPEG_CMYK = 3,
  PACKSHOT_JPEG_YCCK = 4,
  PACKSHOT_JPEG_OTHER = 5,
};

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Components per pixel.
  int components;
  /// One of `packshot_jpeg_color`.
  int color;
  int is_progressive;
  /// Whether CMYK values are stored inverted (0 = full ink), as in files with Adobe's marker.
  int is_inverted;
  /// Number of luma samples per chroma sample, if the file is YCbCr, its luma has the most samples, and its chromas are
  /// sampled alike; otherwise 0.
  int chroma_step_x;
  int chroma_step_y;
  /// Bytes of coefficients that the decoder holds until the last row; 0 if a single scan contains the whole picture.
  uint64_t coefficient_bytes;
} packshot_jpeg_header;

// MARK: Reading

typedef struct packshot_jpeg_reader packshot_jpeg_reader;

/// Returns the bytes of metadata that a reader keeps with a file's header: Exif and similar blocks, colour profiles.
size_t packshot_jpeg_metadata_bytes(const uint8_t *bytes, size_t count);

/// Creates a reader. NULL if memory is short.
packshot_jpeg_reader *packshot_jpeg_reader_create(void);
void packshot_jpeg_reader_destroy(packshot_jpeg_reader *reader);

/// Sets the maximum number of scans, and the maximum seconds that reading may take from now on. The default is no
/// limits.
void packshot_jpeg_reader_set_limits(packshot_jpeg_reader *reader, int most_scans, double seconds);

/// Treats every skipped byte of a scan's data as damage, even the few that are usually harmless, and a missing end
/// marker as truncation.
void packshot_jpeg_reader_be_strict(packshot_jpeg_reader *reader);

/// Reads up to the first scan. `bytes` is the whole file and must stay valid until the reader is destroyed.
int packshot_jpeg_reader_read_header(packshot_jpeg_reader *reader, const uint8_t *bytes, size_t count,
                                     packshot_jpeg_header *header);

/// Returns the first Exif block (a TIFF structure, without its `Exif` label), or NULL. Valid as long as the reader.
const uint8_t *packshot_jpeg_reader_exif(const packshot_jpeg_reader *reader, size_t *count);

/// Sets `profile` to the ICC profile assembled from its pieces, which must be freed with `packshot_jpeg_free`. Sets
/// NULL if there is none, or a piece is missing (which adds a warning).
int packshot_jpeg_reader_copy_icc_profile(packshot_jpeg_reader *reader, uint8_t **profile, size_t *count);
void packshot_jpeg_free(uint8_t *profile);

/// One of a picture's planes, as stored in the file.
typedef struct {
  /// Samples across and down within the picture.
  uint32_t width;
  uint32_t height;
  /// Samples written per row, in whole blocks: at least `width`.
  uint32_t padded_width;
  /// Rows of this plane in each group of rows.
  uint32_t group_height;
} packshot_jpeg_plane;

/// Selects planes instead of rows, at `eighths`/8 of the picture's size (1, 2, 4 or 8). Sets the layout: one plane for
/// a grey file, otherwise three. Files other than grey and YCbCr are `unsupported`.
int packshot_jpeg_reader_set_plane_scale(packshot_jpeg_reader *reader, int eighths, packshot_jpeg_plane planes[3]);

/// Decodes the next group of rows of every plane, with rows `strides[plane]` bytes apart. In the last group, rows below
/// the picture's last one are undefined.
int packshot_jpeg_reader_read_planes(packshot_jpeg_reader *reader, uint8_t *const planes[3], const size_t strides[3]);

/// Selects rows at `eighths`/8 of the picture's size (1, 2, 4 or 8). Sets `width` and `height` to the resulting size.
int packshot_jpeg_reader_set_scale(packshot_jpeg_reader *reader, int eighths, uint32_t *width, uint32_t *height);

/// Decodes the next `rows` rows, of four bytes a pixel: red, green, blue, 255, or the file's C, M, Y, K. At least that
/// many rows must be left. The first call starts the decoder, which decodes all scans of a multi-scan file.
int packshot_jpeg_reader_read_rows(packshot_jpeg_reader *reader, uint8_t *destination, size_t stride, uint32_t rows);

/// Reads the rest of the file after the last row.
int packshot_jpeg_reader_finish(packshot_jpeg_reader *reader);

/// Returns the number of rows of the picture, at full size, for which the data read so far is complete. 0 for a file
/// with several scans, because each scan covers the whole picture.
uint32_t packshot_jpeg_reader_whole_rows(const packshot_jpeg_reader *reader);

/// Returns the `index`th distinct harmless irregularity so far, or NULL. Valid as long as the reader.
const char *packshot_jpeg_reader_warning(const packshot_jpeg_reader *reader, int index);

/// Returns the reason for the reader's last status.
const char *packshot_jpeg_reader_message(const packshot_jpeg_reader *reader);

// MARK: Writing

typedef struct packshot_jpeg_writer packshot_jpeg_writer;

/// Maximum bytes in a call of a sink.
enum { PACKSHOT_JPEG_PIECE_BYTES = 65536 };

/// Receives encoded bytes. Returns 0 on success.
typedef int (*packshot_jpeg_sink)(void *context, const uint8_t *bytes, size_t count);

/// Creates a writer that passes its bytes to `sink`. NULL if memory is short.
packshot_jpeg_writer *packshot_jpeg_writer_create(packshot_jpeg_sink sink, void *context);
void packshot_jpeg_writer_destroy(packshot_jpeg_writer *writer);

/// Writes the header of a file, baseline or progressive. `quality` is 1...100. There is one chroma sample for
/// `horizontal` × `vertical` pixels. A baseline file gets the standard Huffman codes. With `has_symbols_as_codes`, it gets eight-bit
/// codes instead, each equal to its symbol. For a progressive file, libjpeg holds all coefficients and computes the codes. `profile`
/// may be NULL. `segments` are whole application marker segments, which follow JFIF's. If `is_grey`, only one channel is stored, for
/// pixels whose channels are equal.
int packshot_jpeg_writer_start(packshot_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                               int horizontal, int vertical, int is_progressive, int has_symbols_as_codes, int is_grey,
                               const uint8_t *profile, size_t profile_count, const uint8_t *segments, size_t segments_count);

/// The same for a file whose samples are given as planes (`packshot_jpeg_writer_write_planes`): luma and, for each 2 ×
/// 2 luma samples, one sample of either chroma.
int packshot_jpeg_writer_start_planes(packshot_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                                      int is_progressive, int has_symbols_as_codes, const uint8_t *profile,
                                      size_t profile_count, const uint8_t *segments, size_t segments_count);

/// Encodes the next 16 rows of luma and 8 of either chroma, with rows `strides[plane]` bytes apart. Rows must be padded
/// to whole blocks: at least 16 · ⌈width / 16⌉ samples of luma and half as many of chroma must be readable, in all
/// rows, including those below the picture's last one.
int packshot_jpeg_writer_write_planes(packshot_jpeg_writer *writer, const uint8_t *const planes[3],
                                      const size_t strides[3]);

/// Encodes the next rows, of four bytes a pixel: red, green, blue and an ignored byte.
int packshot_jpeg_writer_write_rows(packshot_jpeg_writer *writer, const uint8_t *source, size_t stride, uint32_t rows);

/// Writes the rest of the file after the last row.
int packshot_jpeg_writer_finish(packshot_jpeg_writer *writer);

/// Returns the reason for the writer's last status.
const char *packshot_jpeg_writer_message(const packshot_jpeg_writer *writer);

/// Returns the library's name and version. Never freed.
const char *packshot_jpeg_version(void);
