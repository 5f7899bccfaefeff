#pragma once

// libwebp, wrapped in functions that hold its settings and buffers. Files are read and written in memory. No function
// starts threads.

#include <stddef.h>
#include <stdint.h>

/// The status of a call. CJPEG and CPNG use the same numbers.
enum packshot_webp_status {
  PACKSHOT_WEBP_DONE = 0,
  PACKSHOT_WEBP_TRUNCATED = 1,
  PACKSHOT_WEBP_DAMAGED = 2,
  PACKSHOT_WEBP_UNSUPPORTED = 3,
  PACKSHOT_WEBP_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libwebp on the first call. Returns NULL on success, otherwise the reason for the failure. All other functions
/// may be called only after success.
const char *packshot_webp_load(void);

// MARK: Reading

typedef struct packshot_webp_reader packshot_webp_reader;

/// Creates a reader of the picture in `bytes`: a VP8 or VP8L chunk, preceded by its ALPH chunk if it has one. It writes
/// to `pixels`, with four bytes a pixel (red, green, blue and straight alpha), `width` pixels in a row and `height`
/// rows without gaps. Both blocks must stay valid until the reader is destroyed. NULL if memory is short.
packshot_webp_reader *packshot_webp_reader_create(const uint8_t *bytes, uint32_t width, uint32_t height, uint8_t *pixels);
void packshot_webp_reader_destroy(packshot_webp_reader *reader);

/// Decodes as much as the first `count` bytes allow, which must be more than before. Sets `rows` to the number of whole
/// rows. The status is done after the last row, and truncated while more bytes are needed.
int packshot_webp_reader_read(packshot_webp_reader *reader, size_t count, uint32_t *rows);

/// Returns the reason for the reader's last status.
const char *packshot_webp_reader_message(const packshot_webp_reader *reader);

// MARK: Writing

typedef struct packshot_webp_writer packshot_webp_writer;

/// Creates a writer of a picture of this size, which is held until its last row. NULL if memory is short.
packshot_webp_writer *packshot_webp_writer_create(uint32_t width, uint32_t height);
void packshot_webp_writer_destroy(packshot_webp_writer *writer);

/// Takes the next rows: red, green, blue and straight alpha, which is ignored if `is_opaque`.
void packshot_webp_writer_write_rows(packshot_webp_writer *writer, const uint8_t *source, size_t stride, uint32_t rows,
                                     int is_opaque);

/// Encodes the picture as a whole file, after the last row. `quality` is 0...100; for a lossless picture it sets how
/// hard the encoder searches. `effort` is 0...6.
int packshot_webp_writer_finish(packshot_webp_writer *writer, int is_lossless, int quality, int effort);

/// Returns the file. Valid as long as the writer.
const uint8_t *packshot_webp_writer_file(const packshot_webp_writer *writer, size_t *count);

/// Returns the reason for the writer's last status.
const char *packshot_webp_writer_message(const packshot_webp_writer *writer);

/// Returns libwebp's version, with major, minor and revision in a byte each.
int packshot_webp_version(void);
