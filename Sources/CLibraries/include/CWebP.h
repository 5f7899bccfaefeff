#pragma once

// libwebp behind functions that hold its settings and buffers. Bytes are read and written in memory; no functions here start
// threads.

#include <stddef.h>
#include <stdint.h>

/// How a call went. CJPEG and CPNG have the same numbers.
enum packshot_webp_status {
  PACKSHOT_WEBP_DONE = 0,
  PACKSHOT_WEBP_TRUNCATED = 1,
  PACKSHOT_WEBP_DAMAGED = 2,
  PACKSHOT_WEBP_UNSUPPORTED = 3,
  PACKSHOT_WEBP_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libwebp, unless that was tried before. NULL where it is there, otherwise the reason why not. All other functions here
/// are called after it, and where it is there.
const char *packshot_webp_load(void);

// MARK: Reading

typedef struct packshot_webp_reader packshot_webp_reader;

/// A reader of the picture that is `bytes`: a VP8 or VP8L chunk, with the ALPH chunk before it if it has one. Its pixels are
/// put into `pixels`, four bytes each (red, green, blue and straight alpha), `width` in a row and `height` rows without gaps.
/// Both blocks stay where they are until the reader is destroyed. NULL where memory is short.
packshot_webp_reader *packshot_webp_reader_create(const uint8_t *bytes, uint32_t width, uint32_t height, uint8_t *pixels);
void packshot_webp_reader_destroy(packshot_webp_reader *reader);

/// Decodes what the first `count` bytes give, which are more than before, and says how many rows are whole. Done when all of
/// them are; truncated as long as it takes more bytes.
int packshot_webp_reader_read(packshot_webp_reader *reader, size_t count, uint32_t *rows);

/// The reason for the status that ended the reader.
const char *packshot_webp_reader_message(const packshot_webp_reader *reader);

// MARK: Writing

typedef struct packshot_webp_writer packshot_webp_writer;

/// A writer of a picture of this size, which is held until its last row; or NULL where memory is short.
packshot_webp_writer *packshot_webp_writer_create(uint32_t width, uint32_t height);
void packshot_webp_writer_destroy(packshot_webp_writer *writer);

/// Takes the next rows: red, green, blue and straight alpha, which is ignored where the picture `is_opaque`.
void packshot_webp_writer_write_rows(packshot_webp_writer *writer, const uint8_t *source, size_t stride, uint32_t rows,
                                     int is_opaque);

/// Encodes the picture, after the last row, as a whole file. `quality` is 0...100: where it is lossless, of the search
/// for a small file. `effort` is 0...6.
int packshot_webp_writer_finish(packshot_webp_writer *writer, int is_lossless, int quality, int effort);

/// The file. Lives as long as the writer.
const uint8_t *packshot_webp_writer_file(const packshot_webp_writer *writer, size_t *count);

/// The reason for the status that ended the writer.
const char *packshot_webp_writer_message(const packshot_webp_writer *writer);

/// libwebp's version, as major, minor and revision in a byte each.
int packshot_webp_version(void);
