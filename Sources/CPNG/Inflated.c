#include "Inflated.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

struct inflated {
  uint32_t width;
  int channels;
  /// Bytes of a row of the file, with the number of its filter before them.
  size_t row_bytes;
  /// The next row.
  const uint8_t *next;
  /// The row above it in RGBA, zeros above the first.
  uint8_t *above;
  /// All rows, and four bytes that are read with the last pixel.
  uint8_t *rows;
};

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// MARK: Chunks

struct chunk {
  const uint8_t *type;
  const uint8_t *data;
  size_t count;
};

/// The chunk at `*position`, which moves behind it. False where it is not whole or its check sum does not fit.
static int read_chunk(const uint8_t *file, size_t count, size_t *position, struct chunk *chunk) {
  size_t rest = count - *position;
  if (rest < 12)
    return 0;
  const uint8_t *start = file + *position;
  *chunk = (struct chunk){.type = start + 4, .data = start + 8, .count = big_endian(start)};
  if (chunk->count > rest - 12 || libdeflate_crc32(0, chunk->type, 4 + chunk->count) != big_endian(chunk->data + chunk->count))
    return 0;
  *position += 12 + chunk->count;
  return 1;
}

static int is_type(const struct chunk *chunk, const char *type) { return memcmp(chunk->type, type, 4) == 0; }

/// Bytes of a chunk behind the picture that libpng skips without a word about its size.
enum { skipped_limit = 8 << 20 };

/// Whether libpng skips a chunk behind the picture without a word: a picture can do without it (a small first letter),
/// and it is no profile or transparency in the wrong place.
static int is_skipped(const struct chunk *chunk) {
  for (int i = 0; i < 4; i++) {
    uint8_t letter = chunk->type[i] | 0x20;
    if (letter < 'a' || letter > 'z')
      return 0;
  }
  return (chunk->type[0] & 0x20) != 0 && chunk->count <= skipped_limit && !is_type(chunk, "tRNS") && !is_type(chunk, "iCCP");
}

/// Finds the picture's data, in consecutive IDAT chunks: how many bytes they are, and where the chunks end. False where
/// something is odd, up to the end of the file.
static int survey(const uint8_t *file, size_t count, size_t first, size_t *data_count, size_t *end) {
  struct chunk chunk;
  size_t position = first;
  *data_count = 0;
  do {
    *end = position;
    if (!read_chunk(file, count, &position, &chunk))
      return 0;
    if (is_type(&chunk, "IDAT"))
      *data_count += chunk.count;
  } while (is_type(&chunk, "IDAT"));
  while (!is_type(&chunk, "IEND"))
    if (!is_skipped(&chunk) || !read_chunk(file, count, &position, &chunk))
      return 0;
  return chunk.count == 0;
}

/// Copies the data of the chunks between two places of a file that has been surveyed.
static void gather(const uint8_t *file, size_t first, size_t end, uint8_t *data) {
  for (size_t position = first; position < end;) {
    size_t count = big_endian(file + position);
    memcpy(data, file + position + 8, count);
    data += count;
    position += 12 + count;
  }
}

// MARK: Inflating

/// Inflates zlib data to exactly `row_count` bytes; false where it is not exactly that.
static int inflate_rows(const uint8_t *data, size_t count, uint8_t *rows, size_t row_count) {
  // libdeflate does not look at how far back a stream says that it refers. zlib does.
  if (count < 2 || ((data[0] >> 4) < 7 && row_count > (size_t)256 << (data[0] >> 4)))
    return 0;
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor)
    return 0;
  size_t used, made;
  enum libdeflate_result result = libdeflate_zlib_decompress_ex(decompressor, data, count, rows, row_count, &used, &made);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS && used == count && made == row_count;
}

struct inflated *packshot_png_inflate(const uint8_t *file, size_t count, size_t first, uint32_t width, uint32_t height,
                                      int channels, size_t spare) {
  size_t data_count, end;
  if (first > count || !survey(file, count, first, &data_count, &end))
    return NULL;
  size_t row_bytes = 1 + (size_t)width * channels;
  size_t row_count = row_bytes * height;
  int is_one_chunk = end - first == 12 + data_count;
  size_t copied = is_one_chunk ? 0 : data_count;
  size_t above_bytes = (size_t)width * 4;
  // More than it takes without any compression is odd.
  if (data_count > row_count + 11 + row_count / 65535 * 5)
    return NULL;
  if (row_count + 4 + above_bytes + copied > spare)
    return NULL;
  struct inflated *picture = calloc(1, sizeof *picture);
  if (!picture)
    return NULL;
  picture->width = width;
  picture->channels = channels;
  picture->row_bytes = row_bytes;
  picture->rows = malloc(row_count + 4);
  picture->above = calloc(1, above_bytes);
  uint8_t *copy = is_one_chunk ? NULL : malloc(copied + 1);
  int is_good = picture->rows && picture->above && (is_one_chunk || copy);
  if (is_good) {
    if (copy)
      gather(file, first, end, copy);
    is_good = inflate_rows(copy ? copy : file + first + 8, data_count, picture->rows, row_count);
    for (uint32_t y = 0; is_good && y < height; y++)
      is_good = picture->rows[y * row_bytes] <= 4;
  }
  free(copy);
  if (!is_good) {
    packshot_png_inflated_destroy(picture);
    return NULL;
  }
  memset(picture->rows + row_count, 0, 4);
  picture->next = picture->rows;
  return picture;
}

void packshot_png_inflated_destroy(struct inflated *picture) {
  if (!picture)
    return;
  free(picture->rows);
  free(picture->above);
  free(picture);
}

// MARK: Filters (PNG, third edition, 9)

typedef uint8_t bytes4 __attribute__((ext_vector_type(4)));
typedef int16_t words4 __attribute__((ext_vector_type(4)));

static words4 load(const uint8_t *pixel) {
  bytes4 bytes;
  memcpy(&bytes, pixel, 4);
  return __builtin_convertvector(bytes, words4);
}

static void store(words4 pixel, uint32_t opaque, uint8_t *place) {
  bytes4 bytes = __builtin_convertvector(pixel, bytes4);
  uint32_t word;
  memcpy(&word, &bytes, 4);
  word |= opaque;
  memcpy(place, &word, 4);
}

static void subtracted(uint8_t *row, uint32_t width, uint32_t opaque) {
  words4 left = 0;
  for (uint32_t x = 0; x < width; x++, row += 4) {
    left = (left + load(row)) & 255;
    store(left, opaque, row);
  }
}

static void below(uint8_t *row, const uint8_t *above, uint32_t width) {
  for (size_t i = 0; i < (size_t)width * 4; i++)
    row[i] += above[i];
}

static void averaged(uint8_t *row, const uint8_t *above, uint32_t width, uint32_t opaque) {
  words4 left = 0;
  for (uint32_t x = 0; x < width; x++, row += 4, above += 4) {
    left = (load(row) + ((left + load(above)) >> 1)) & 255;
    store(left, opaque, row);
  }
}

static void paeth(uint8_t *row, const uint8_t *above, uint32_t width, uint32_t opaque) {
  words4 left = 0, above_left = 0;
  for (uint32_t x = 0; x < width; x++, row += 4, above += 4) {
    words4 up = load(above);
    words4 to_left = up - above_left, to_up = left - above_left;
    words4 to_corner = __builtin_elementwise_abs(to_left + to_up);
    to_left = __builtin_elementwise_abs(to_left);
    to_up = __builtin_elementwise_abs(to_up);
    words4 least = __builtin_elementwise_min(to_corner, __builtin_elementwise_min(to_left, to_up));
    words4 is_left = least == to_left, is_up = least == to_up;
    words4 nearest = (is_left & left) | (~is_left & ((is_up & up) | (~is_up & above_left)));
    left = (load(row) + nearest) & 255;
    above_left = up;
    store(left, opaque, row);
  }
}

/// Writes a row of the file as RGBA, filtered as it is. It reads a byte beyond an RGB row.
static void spread(const uint8_t *source, uint8_t *row, uint32_t width, int channels) {
  if (channels == 4) {
    memcpy(row, source, (size_t)width * 4);
    return;
  }
  for (uint32_t x = 0; x < width; x++) {
    uint32_t pixel;
    memcpy(&pixel, source + 3 * (size_t)x, 4);
    memcpy(row + 4 * (size_t)x, &pixel, 4);
  }
}

static void make_opaque(uint8_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++)
    row[4 * (size_t)x + 3] = 255;
}

void packshot_png_inflated_read(struct inflated *picture, uint8_t *destination, size_t stride, uint32_t rows) {
  uint32_t width = picture->width;
  const uint8_t *above = picture->above;
  const uint8_t alpha[4] = {0, 0, 0, picture->channels == 3 ? 255 : 0};
  uint32_t opaque;
  memcpy(&opaque, alpha, 4);
  for (uint32_t y = 0; y < rows; y++) {
    uint8_t *row = destination + y * stride;
    spread(picture->next + 1, row, width, picture->channels);
    switch (picture->next[0]) {
    case 1:
      subtracted(row, width, opaque);
      break;
    case 2:
      below(row, above, width);
      break;
    case 3:
      averaged(row, above, width, opaque);
      break;
    case 4:
      paeth(row, above, width, opaque);
      break;
    default:
      break;
    }
    // The other filters have done it with each pixel.
    if (picture->channels == 3 && (picture->next[0] == 0 || picture->next[0] == 2))
      make_opaque(row, width);
    above = row;
    picture->next += picture->row_bytes;
  }
  // What is delivered may be changed before the next rows are asked for.
  if (rows > 0)
    memcpy(picture->above, above, (size_t)width * 4);
}
