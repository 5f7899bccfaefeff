#include "Failure.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

struct packshot_png_writer {
  png_structp png;
  png_infop info;
  struct failure failure;
  packshot_png_sink sink;
  void *context;
  size_t buffered;
  uint8_t buffer[65536];
};

static void flush(png_structp png) {
  packshot_png_writer *writer = png_get_io_ptr(png);
  if (writer->buffered > 0 && writer->sink(writer->context, writer->buffer, writer->buffered) != 0) {
    writer->failure.status = PACKSHOT_PNG_SINK_FAILED;
    png_error(png, "the bytes were not taken");
  }
  writer->buffered = 0;
}

/// Collects bytes for the sink, because libpng writes a chunk in four pieces.
static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  packshot_png_writer *writer = png_get_io_ptr(png);
  while (count > 0) {
    size_t room = sizeof writer->buffer - writer->buffered;
    size_t piece = count < room ? count : room;
    memcpy(writer->buffer + writer->buffered, bytes, piece);
    writer->buffered += piece;
    bytes += piece;
    count -= piece;
    if (writer->buffered == sizeof writer->buffer)
      flush(png);
  }
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

packshot_png_writer *packshot_png_writer_create(packshot_png_sink sink, void *context) {
  packshot_png_writer *writer = calloc(1, sizeof *writer);
  if (!writer)
    return NULL;
  if (setjmp(writer->failure.escape)) {
    packshot_png_writer_destroy(writer);
    return NULL;
  }
  writer->sink = sink;
  writer->context = context;
  writer->png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &writer->failure, packshot_png_on_error, on_warning,
                                          &writer->failure, packshot_png_allocate, packshot_png_deallocate);
  writer->info = writer->png ? png_create_info_struct(writer->png) : NULL;
  if (!writer->info) {
    packshot_png_writer_destroy(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, write_bytes, flush);
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_option(writer->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  return writer;
}

void packshot_png_writer_destroy(packshot_png_writer *writer) {
  if (!setjmp(writer->failure.escape))
    png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

/// Sets what files of all kinds have. If libpng considers a profile invalid (an unusual intent, a white point other than
/// D50), only the profile is left out.
static void set_metadata(packshot_png_writer *writer, int compression, const uint8_t *profile, size_t profile_count,
                         const uint8_t *exif, size_t exif_count) {
  png_structp png = writer->png;
  png_set_benign_errors(png, 1);
  if (profile)
    png_set_iCCP(png, writer->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, profile, (png_uint_32)profile_count);
  // libpng copies the Exif block through a pointer that isn't const.
  if (exif)
    png_set_eXIf_1(png, writer->info, (png_uint_32)exif_count, (png_bytep)exif);
  png_set_compression_level(png, compression);
  // Writes IDAT chunks of 64 KiB instead of 8.
  png_set_compression_buffer_size(png, 65536);
}

int packshot_png_writer_start(packshot_png_writer *writer, uint32_t width, uint32_t height, int bit_depth,
                              int has_alpha, int compression, const uint8_t *profile, size_t profile_count,
                              const uint8_t *exif, size_t exif_count) {
  RETURN_ON_FAILURE(&writer->failure);
  png_structp png = writer->png;
  png_infop info = writer->info;
  int color_type = has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  png_set_IHDR(png, info, width, height, bit_depth, color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  set_metadata(writer, compression, profile, profile_count, exif, exif_count);
  png_write_info(png, info);
  if (!has_alpha)
    png_set_filler(png, 0, PNG_FILLER_AFTER);
  png_set_swap(png);
  return PACKSHOT_PNG_DONE;
}

int packshot_png_writer_start_palette(packshot_png_writer *writer, uint32_t width, uint32_t height, int bit_depth,
                                      const uint32_t *palette, int count, int compression, const uint8_t *profile,
                                      size_t profile_count, const uint8_t *exif, size_t exif_count) {
  RETURN_ON_FAILURE(&writer->failure);
  png_structp png = writer->png;
  png_color colors[PNG_MAX_PALETTE_LENGTH];
  png_byte alphas[PNG_MAX_PALETTE_LENGTH];
  int alpha_count = 0;
  for (int index = 0; index < count; index++) {
    uint32_t color = palette[index];
    colors[index] = (png_color){color & 0xff, color >> 8 & 0xff, color >> 16 & 0xff};
    alphas[index] = color >> 24;
    // The list of alphas ends with the last translucent colour.
    if (alphas[index] != 0xff)
      alpha_count = index + 1;
  }
  png_set_IHDR(png, writer->info, width, height, bit_depth, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_PLTE(png, writer->info, colors, count);
  if (alpha_count > 0)
    png_set_tRNS(png, writer->info, alphas, alpha_count, NULL);
  set_metadata(writer, compression, profile, profile_count, exif, exif_count);
  // Similar colours don't have similar indices, so filters only cost time.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  // Drawings repeat runs of a colour. Searching only for runs takes three quarters of the time, and gives smaller
  // files.
  png_set_compression_strategy(png, Z_RLE);
  png_write_info(png, writer->info);
  return PACKSHOT_PNG_DONE;
}

int packshot_png_writer_write_rows(packshot_png_writer *writer, const uint8_t *source, size_t stride, uint32_t rows) {
  RETURN_ON_FAILURE(&writer->failure);
  for (uint32_t y = 0; y < rows; y++)
    png_write_row(writer->png, source + y * stride);
  return PACKSHOT_PNG_DONE;
}

int packshot_png_writer_flush(packshot_png_writer *writer) {
  RETURN_ON_FAILURE(&writer->failure);
  flush(writer->png);
  return PACKSHOT_PNG_DONE;
}

int packshot_png_writer_finish(packshot_png_writer *writer) {
  RETURN_ON_FAILURE(&writer->failure);
  png_write_end(writer->png, writer->info);
  flush(writer->png);
  return PACKSHOT_PNG_DONE;
}

const char *packshot_png_writer_message(const packshot_png_writer *writer) { return writer->failure.message; }
