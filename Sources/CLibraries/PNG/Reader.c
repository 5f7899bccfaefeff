#include "Failure.h"
#include "Repairs.h"

#include <stdlib.h>
#include <string.h>

enum { warning_limit = 8, repair_count = 2 };

struct packshot_png_reader {
  png_structp png;
  png_infop info;
  struct failure failure;
  const uint8_t *bytes;
  size_t count;
  size_t position;
  /// Repairs, ordered by position.
  struct repair repairs[repair_count];
  /// The first distinct warnings, in order.
  char warnings[warning_limit][128];
  int warning_count;
};

static struct repair *end_repair(packshot_png_reader *reader) { return &reader->repairs[repair_count - 1]; }

/// Returns the repair whose bytes come next, or NULL. Sets `limit` to the start of the following repair, or to the
/// file's end.
static struct repair *next_repair(packshot_png_reader *reader, size_t *limit) {
  *limit = reader->count;
  for (int i = repair_count - 1; i >= 0; i--) {
    struct repair *repair = &reader->repairs[i];
    if (repair->count == 0 || repair->read == repair->count)
      continue;
    if (repair->start == reader->position)
      return repair;
    *limit = repair->start;
  }
  return NULL;
}

static void read_bytes(png_structp png, png_bytep destination, size_t count) {
  packshot_png_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    size_t limit, piece;
    struct repair *repair = next_repair(reader, &limit);
    size_t left = repair ? repair->count - repair->read : limit - reader->position;
    if (left == 0) {
      reader->failure.status = PACKSHOT_PNG_TRUNCATED;
      png_error(png, "the file ends early");
    }
    piece = count < left ? count : left;
    memcpy(destination, repair ? repair->bytes + repair->read : reader->bytes + reader->position, piece);
    if (!repair)
      reader->position += piece;
    else if ((repair->read += piece) == repair->count)
      reader->position = repair->end;
    destination += piece;
    count -= piece;
  }
}

/// Whether pixels may be wrong after a warning. libpng continues after it has lost the transparency, or after a wrong
/// checksum over all pixels; then the picture is damaged. Picture data after the last row, and redundant transparency,
/// are harmless. For an invalid header libpng first warns, and then refuses it without a reason.
static int is_harmful(const char *warning) {
  static const char *const harmless[] = {
      "IDAT: Extra compressed data",
      "IDAT: Too much image data",
      "tRNS: invalid with alpha channel",
  };
  if (strstr(warning, " in IHDR") != NULL)
    return 1;
  if (strncmp(warning, "IDAT: ", 6) != 0 && strncmp(warning, "tRNS: ", 6) != 0)
    return 0;
  for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
    if (strcmp(warning, harmless[i]) == 0)
      return 0;
  return 1;
}

/// Whether a message says that the colour profile, deflated or inflated, exceeds the limit. Other ancillary chunks that
/// are too large are skipped.
static int is_over_limit(const char *message) {
  return strncmp(message, "iCCP: ", 6) == 0 && (strstr(message, "chunk data is too large") != NULL ||
                                                strstr(message, "exceeds application limits") != NULL);
}

static void on_error(png_structp png, png_const_charp message) {
  struct failure *failure = png_get_error_ptr(png);
  packshot_png_reader *reader = png_get_io_ptr(png);
  if (is_over_limit(message))
    failure->status = PACKSHOT_PNG_TOO_MUCH_METADATA;
  else if (reader && end_repair(reader)->read > 0)
    failure->status = PACKSHOT_PNG_TRUNCATED;
  packshot_png_on_error(png, message);
}

static void add_warning(packshot_png_reader *reader, const char *message) {
  for (int i = 0; i < reader->warning_count; i++)
    if (strcmp(reader->warnings[i], message) == 0)
      return;
  if (reader->warning_count < warning_limit)
    snprintf(reader->warnings[reader->warning_count++], sizeof reader->warnings[0], "%s", message);
}

static void on_warning(png_structp png, png_const_charp message) {
  if (is_harmful(message) || is_over_limit(message))
    png_error(png, message);
  add_warning(png_get_io_ptr(png), message);
}

/// Repairs irregularities for which libpng would give up.
static void repair(packshot_png_reader *reader, int is_strict) {
  unsigned found = 0, colors = 0;
  reader->repairs[0] = packshot_png_trim_transparency(reader->bytes, reader->count, &found, &colors);
  if (reader->repairs[0].count > 0) {
    char message[sizeof reader->warnings[0]];
    snprintf(message, sizeof message,
             "its transparency (tRNS) is for %u colours and its palette has %u; the rest of it is ignored", found, colors);
    add_warning(reader, message);
  }
  if (!is_strict)
    *end_repair(reader) = packshot_png_add_end(reader->bytes, reader->count);
}

packshot_png_reader *packshot_png_reader_create(const uint8_t *bytes, size_t count, size_t most_metadata,
                                                int is_strict) {
  packshot_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader)
    return NULL;
  if (setjmp(reader->failure.escape)) {
    packshot_png_reader_destroy(reader);
    return NULL;
  }
  reader->bytes = bytes;
  reader->count = count;
  repair(reader, is_strict);
  reader->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reader->failure, on_error, on_warning,
                                         &reader->failure, packshot_png_allocate, packshot_png_deallocate);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    packshot_png_reader_destroy(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, read_bytes);
  // The caller checks sizes after reading the header.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(reader->png, most_metadata);
  // Skips all ancillary chunks unread, such as texts, except for the profile.
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP", 1);
  // Profiles aren't compared with known bad copies of sRGB, because they are passed on unchanged.
  png_set_option(reader->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  return reader;
}

void packshot_png_reader_destroy(packshot_png_reader *reader) {
  if (!setjmp(reader->failure.escape))
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

int packshot_png_reader_read_header(packshot_png_reader *reader, packshot_png_header *header) {
  RETURN_ON_FAILURE(&reader->failure);
  png_structp png = reader->png;
  png_infop info = reader->info;
  png_read_info(png, info);
  png_byte type = png_get_color_type(png, info);
  *header = (packshot_png_header){
      .width = png_get_image_width(png, info),
      .height = png_get_image_height(png, info),
      .bit_depth = png_get_bit_depth(png, info),
      .color = type == PNG_COLOR_TYPE_PALETTE      ? PACKSHOT_PNG_INDEXED
               : (type & PNG_COLOR_MASK_COLOR) != 0 ? PACKSHOT_PNG_RGB
                                                    : PACKSHOT_PNG_GREY,
      .has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0,
      .has_transparent_color = png_get_valid(png, info, PNG_INFO_tRNS) != 0 && type != PNG_COLOR_TYPE_PALETTE,
      .is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE,
      // The last bytes read are the length and the type of the first IDAT chunk.
      .picture_offset = reader->position - 8,
  };
  png_charp name;
  int compression;
  png_bytep profile;
  png_uint_32 profile_count;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &profile_count) != 0) {
    header->icc_profile = profile;
    header->icc_profile_count = profile_count;
  }
  return PACKSHOT_PNG_DONE;
}

void packshot_png_reader_get_palette(packshot_png_reader *reader, uint8_t palette[1024]) {
  png_colorp colors = NULL;
  png_bytep alphas = NULL;
  int color_count = 0, alpha_count = 0;
  png_get_PLTE(reader->png, reader->info, &colors, &color_count);
  png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, NULL);
  for (int i = 0; i < 256; i++) {
    png_color color = i < color_count ? colors[i] : (png_color){0, 0, 0};
    uint8_t *entry = palette + 4 * i;
    entry[0] = color.red;
    entry[1] = color.green;
    entry[2] = color.blue;
    entry[3] = i < alpha_count && i < color_count ? alphas[i] : 255;
  }
}

int packshot_png_reader_start(packshot_png_reader *reader, int *passes) {
  RETURN_ON_FAILURE(&reader->failure);
  png_structp png = reader->png;
  size_t bytes_per_pixel = png_get_bit_depth(png, reader->info) == 16 ? 8 : 4;
  // Converts palettes, small depths and tRNS to 8 bits and alpha. Keeps 16 bits, low byte first. Ignores gAMA and bKGD.
  png_set_expand(png);
  png_set_swap(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
  *passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != png_get_image_width(png, reader->info) * bytes_per_pixel)
    png_error(png, "rows of unexpected length");
  return PACKSHOT_PNG_DONE;
}

int packshot_png_reader_read_rows(packshot_png_reader *reader, uint8_t *destination, size_t stride, uint32_t rows) {
  RETURN_ON_FAILURE(&reader->failure);
  for (uint32_t y = 0; y < rows; y++)
    png_read_row(reader->png, destination + y * stride, NULL);
  return PACKSHOT_PNG_DONE;
}

size_t packshot_png_reader_position(const packshot_png_reader *reader) { return reader->position; }

int packshot_png_reader_finish(packshot_png_reader *reader) {
  RETURN_ON_FAILURE(&reader->failure);
  // With an info struct, chunks after the picture are checked like chunks before it.
  png_read_end(reader->png, reader->info);
  if (end_repair(reader)->read > 0)
    add_warning(reader, "its end chunk (IEND) is missing; all of its picture's data is present");
  return PACKSHOT_PNG_DONE;
}

const char *packshot_png_reader_warning(const packshot_png_reader *reader, int index) {
  return index < reader->warning_count ? reader->warnings[index] : NULL;
}

const char *packshot_png_reader_message(const packshot_png_reader *reader) { return reader->failure.message; }
