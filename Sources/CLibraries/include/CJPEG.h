// libjpeg-turbo behind functions that return.
//
// libjpeg leaves through error_exit, which must not return, so it longjmps. A jump across a Swift frame is undefined.
// Therefore every function here that enters the library sets its own place to jump to and returns a status instead.
// After any status but `done` the handle is dead: every later call returns the same status, and only the message can
// be asked for and the handle destroyed. Handles share nothing: different ones may be used by different threads.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// How a call went. CPNG has the same numbers.
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

/// What the components of a file mean.
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
  /// Components in a pixel.
  int components;
  /// One of `packshot_jpeg_color`.
  int color;
  int is_progressive;
  /// Whether CMYK values are stored inverted (0 = full ink), as files with Adobe's marker do.
  int is_inverted;
  /// For how many samples of luma one of chroma stands, in a YCbCr file whose luma has the most samples and whose chromas have
  /// the same of those; otherwise 0.
  int chroma_step_x;
  int chroma_step_y;
  /// Bytes of coefficients that the decoder holds until the last row: 0 where one scan carries the whole picture.
  uint64_t coefficient_bytes;
} packshot_jpeg_header;

// MARK: Reading

typedef struct packshot_jpeg_reader packshot_jpeg_reader;

/// Bytes of the metadata that a reader keeps with the header of a file: Exif and the like, colour profiles.
size_t packshot_jpeg_metadata_bytes(const uint8_t *bytes, size_t count);

/// A reader, or NULL where memory is short.
packshot_jpeg_reader *packshot_jpeg_reader_create(void);
void packshot_jpeg_reader_destroy(packshot_jpeg_reader *reader);

/// Has a file of more scans, or one whose reading takes longer from now on, given up. Without it there are no limits.
void packshot_jpeg_reader_set_limits(packshot_jpeg_reader *reader, int most_scans, double seconds);

/// Has every byte of a scan's data that is passed over mean damage, even the few that are mostly harmless.
void packshot_jpeg_reader_be_strict(packshot_jpeg_reader *reader);

/// Reads up to the first scan. `bytes` is the whole file and stays where it is until the reader is destroyed.
int packshot_jpeg_reader_read_header(packshot_jpeg_reader *reader, const uint8_t *bytes, size_t count,
                                     packshot_jpeg_header *header);

/// The first Exif block (a TIFF structure, without its `Exif` label), or NULL. Lives as long as the reader.
const uint8_t *packshot_jpeg_reader_exif(const packshot_jpeg_reader *reader, size_t *count);

/// The ICC profile put together from its pieces, to be freed with `packshot_jpeg_free`; NULL where there is none or a
/// piece is missing (which adds a warning).
int packshot_jpeg_reader_copy_icc_profile(packshot_jpeg_reader *reader, uint8_t **profile, size_t *count);
void packshot_jpeg_free(uint8_t *profile);

/// One of a picture's planes, as the file holds it.
typedef struct {
  /// Samples across and down that belong to the picture.
  uint32_t width;
  uint32_t height;
  /// Samples across that are written, whole blocks: at least `width`.
  uint32_t padded_width;
  /// Rows of this plane that come with each group of rows.
  uint32_t group_height;
} packshot_jpeg_plane;

/// Asks for the picture at `eighths`/8 of its size (1, 2, 4 or 8), as planes and not as rows, and says what they are: one of
/// a grey file, otherwise three. Other files than grey and YCbCr ones have none: `unsupported`.
int packshot_jpeg_reader_set_plane_scale(packshot_jpeg_reader *reader, int eighths, packshot_jpeg_plane planes[3]);

/// Decodes the next group of rows of every plane, each row `strides[plane]` bytes after the one above it. Rows below the
/// picture's last one are left as they are.
int packshot_jpeg_reader_read_planes(packshot_jpeg_reader *reader, uint8_t *const planes[3], const size_t strides[3]);

/// Asks for the picture at `eighths`/8 of its size (1, 2, 4 or 8) and says how large that is.
int packshot_jpeg_reader_set_scale(packshot_jpeg_reader *reader, int eighths, uint32_t *width, uint32_t *height);

/// Decodes the next `rows` rows, of four bytes a pixel: red, green, blue, 255, or the file's C, M, Y, K.
/// There are as many left. The first call starts the decoder, which for a file of several scans decodes them all.
int packshot_jpeg_reader_read_rows(packshot_jpeg_reader *reader, uint8_t *destination, size_t stride, uint32_t rows);

/// Reads on to the end of the file, after the last row.
int packshot_jpeg_reader_finish(packshot_jpeg_reader *reader);

/// How many rows of the picture, at its full size, the data read so far is complete for. Of a file of several scans that is none,
/// because each scan goes over the whole picture.
uint32_t packshot_jpeg_reader_whole_rows(const packshot_jpeg_reader *reader);

/// The `index`th of the different harmless oddities met so far, or NULL. Lives as long as the reader.
const char *packshot_jpeg_reader_warning(const packshot_jpeg_reader *reader, int index);

/// The reason for the status that ended the reader.
const char *packshot_jpeg_reader_message(const packshot_jpeg_reader *reader);

// MARK: Writing

typedef struct packshot_jpeg_writer packshot_jpeg_writer;

/// Takes encoded bytes; anything but 0 says that it could not.
typedef int (*packshot_jpeg_sink)(void *context, const uint8_t *bytes, size_t count);

/// A writer that hands its bytes to `sink`, or NULL where memory is short.
packshot_jpeg_writer *packshot_jpeg_writer_create(packshot_jpeg_sink sink, void *context);
void packshot_jpeg_writer_destroy(packshot_jpeg_writer *writer);

/// Writes the header of a file, baseline or progressive. `quality` is 1...100. Chroma has one sample for `horizontal` ×
/// `vertical` pixels. `profile` may be NULL. `segments` are whole marker segments of application data, which follow JFIF's.
int packshot_jpeg_writer_start(packshot_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                               int horizontal, int vertical, int is_progressive, const uint8_t *profile,
                               size_t profile_count, const uint8_t *segments, size_t segments_count);

/// The same for a file whose samples are given as planes (`packshot_jpeg_writer_write_planes`) of luma and, for each 2 × 2 of
/// it, one sample of either chroma.
int packshot_jpeg_writer_start_planes(packshot_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                                      int is_progressive, const uint8_t *profile, size_t profile_count,
                                      const uint8_t *segments, size_t segments_count);

/// Encodes the next 16 rows of luma and 8 of either chroma, each row `strides[plane]` bytes after the one above it. Rows are
/// filled up to whole blocks: at least 16 · ⌈width / 16⌉ samples of luma and half as many of chroma can be read, and all
/// rows, below the picture's last one too.
int packshot_jpeg_writer_write_planes(packshot_jpeg_writer *writer, const uint8_t *const planes[3],
                                      const size_t strides[3]);

/// Encodes the next rows, of four bytes a pixel: red, green, blue and one that is ignored.
int packshot_jpeg_writer_write_rows(packshot_jpeg_writer *writer, const uint8_t *source, size_t stride, uint32_t rows);

/// Writes what is left, after the last row.
int packshot_jpeg_writer_finish(packshot_jpeg_writer *writer);

/// The reason for the status that ended the writer.
const char *packshot_jpeg_writer_message(const packshot_jpeg_writer *writer);

/// The library's name and version. Never freed.
const char *packshot_jpeg_version(void);
