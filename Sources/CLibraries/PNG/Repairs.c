#include "Repairs.h"

#include <string.h>
#include <zlib.h>

enum { signature = 8, framing = 12, longest = 0x7fffffff, palette_color = 3 };

/// A chunk as described by its length and type. It may claim to extend beyond the end of the file.
struct chunk {
  size_t start, length;
  const uint8_t *type;
};

static size_t number_at(const uint8_t *bytes) {
  return (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
}

static void write_number(uint8_t *bytes, size_t number) {
  for (int i = 0; i < 4; i++)
    bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

/// Reads the chunk at `place`. Returns 0 if fewer than eight bytes are left.
static int chunk_at(const uint8_t *bytes, size_t count, size_t place, struct chunk *chunk) {
  if (count < place || count - place < 8)
    return 0;
  *chunk = (struct chunk){.start = place, .length = number_at(bytes + place), .type = bytes + place + 4};
  return 1;
}

static int is_whole(const struct chunk *chunk, size_t count) {
  return chunk->length <= longest && chunk->length + framing <= count - chunk->start;
}

static int is_of(const struct chunk *chunk, const char *type) { return memcmp(chunk->type, type, 4) == 0; }

static int is_intact(const struct chunk *chunk) {
  return crc32(0, chunk->type, (uInt)chunk->length + 4) == number_at(chunk->type + 4 + chunk->length);
}

/// Sets the repair's bytes to a chunk of a type with the first `length` bytes of `data`.
static void replace(struct repair *repair, const char *type, const uint8_t *data, size_t length) {
  write_number(repair->bytes, length);
  memcpy(repair->bytes + 4, type, 4);
  if (length)
    memcpy(repair->bytes + 8, data, length);
  write_number(repair->bytes + 8 + length, crc32(0, repair->bytes + 4, (uInt)length + 4));
  repair->count = length + framing;
}

struct repair packshot_png_trim_transparency(const uint8_t *bytes, size_t count, unsigned *found, unsigned *colors) {
  struct repair repair = {0};
  struct chunk chunk;
  size_t place = signature, entries = 0;
  for (; chunk_at(bytes, count, place, &chunk) && is_whole(&chunk, count); place += chunk.length + framing) {
    if (is_of(&chunk, "IDAT") || (is_of(&chunk, "IHDR") && (chunk.length != 13 || chunk.type[4 + 9] != palette_color)))
      return repair;
    if (is_of(&chunk, "PLTE"))
      entries = chunk.length / 3;
    if (!is_of(&chunk, "tRNS"))
      continue;
    if (entries == 0 || entries > 256 || chunk.length <= entries || !is_intact(&chunk))
      return repair;
    *found = (unsigned)chunk.length;
    *colors = (unsigned)entries;
    repair = (struct repair){.start = place, .end = place + chunk.length + framing};
    replace(&repair, "tRNS", chunk.type + 4, entries);
    return repair;
  }
  return repair;
}

struct repair packshot_png_add_end(const uint8_t *bytes, size_t count) {
  struct repair repair = {0};
  struct chunk chunk;
  size_t place = signature;
  int has_picture = 0;
  for (; chunk_at(bytes, count, place, &chunk) && is_whole(&chunk, count); place += chunk.length + framing) {
    if (is_of(&chunk, "IEND"))
      return repair;
    has_picture |= is_of(&chunk, "IDAT");
  }
  int is_cut_chunk = chunk_at(bytes, count, place, &chunk);
  // If picture data is truncated, the file isn't repaired. libpng then decodes the existing rows, so that the error
  // reports in which row the data ends.
  if (!has_picture || (is_cut_chunk && (is_of(&chunk, "IDAT") || chunk.length > longest)))
    return repair;
  repair = (struct repair){.start = place, .end = count};
  replace(&repair, "IEND", NULL, 0);
  return repair;
}
