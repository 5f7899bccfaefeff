#include "CWebP.h"
#include "Library.h"

#include <stdlib.h>

struct packshot_webp_writer {
  WebPPicture picture;
  WebPMemoryWriter file;
  uint32_t next_row;
  const char *message;
};

packshot_webp_writer *packshot_webp_writer_create(uint32_t width, uint32_t height) {
  packshot_webp_writer *writer = calloc(1, sizeof *writer);
  if (!writer)
    return NULL;
  libwebp.WebPMemoryWriterInit(&writer->file);
  writer->message = "";
  if (libwebp.WebPPictureInitInternal(&writer->picture, WEBP_ENCODER_ABI_VERSION)) {
    writer->picture.use_argb = 1;
    writer->picture.width = (int)width;
    writer->picture.height = (int)height;
    writer->picture.writer = libwebp.WebPMemoryWrite;
    writer->picture.custom_ptr = &writer->file;
    if (libwebp.WebPPictureAlloc(&writer->picture))
      return writer;
  }
  packshot_webp_writer_destroy(writer);
  return NULL;
}

void packshot_webp_writer_destroy(packshot_webp_writer *writer) {
  libwebp.WebPPictureFree(&writer->picture);
  libwebp.WebPMemoryWriterClear(&writer->file);
  free(writer);
}

void packshot_webp_writer_write_rows(packshot_webp_writer *writer, const uint8_t *source, size_t stride, uint32_t rows,
                                     int is_opaque) {
  WebPPicture *picture = &writer->picture;
  for (uint32_t y = 0; y < rows; y++) {
    const uint8_t *pixel = source + y * stride;
    uint32_t *row = picture->argb + (size_t)writer->next_row++ * (size_t)picture->argb_stride;
    for (int x = 0; x < picture->width; x++, pixel += 4) {
      uint32_t alpha = is_opaque ? 255 : pixel[3];
      row[x] = alpha << 24 | (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
    }
  }
}

static int fail(packshot_webp_writer *writer, WebPEncodingError error) {
  switch (error) {
  case VP8_ENC_ERROR_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BAD_WRITE: // into memory
    return PACKSHOT_WEBP_OUT_OF_MEMORY;
  case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
  case VP8_ENC_ERROR_PARTITION_OVERFLOW:
  case VP8_ENC_ERROR_FILE_TOO_BIG:
    writer->message = "it has more detail than a WebP of its size has room for; a lower quality may do";
    return PACKSHOT_WEBP_DAMAGED;
  default:
    writer->message = "libwebp refuses its size or its settings";
    return PACKSHOT_WEBP_DAMAGED;
  }
}

int packshot_webp_writer_finish(packshot_webp_writer *writer, int is_lossless, int quality, int effort) {
  WebPConfig config;
  if (!libwebp.WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, 75.f, WEBP_ENCODER_ABI_VERSION))
    return fail(writer, VP8_ENC_ERROR_INVALID_CONFIGURATION);
  config.lossless = is_lossless;
  config.quality = (float)quality;
  config.method = effort;
  if (!libwebp.WebPValidateConfig(&config))
    return fail(writer, VP8_ENC_ERROR_INVALID_CONFIGURATION);
  return libwebp.WebPEncode(&config, &writer->picture) ? PACKSHOT_WEBP_DONE : fail(writer, writer->picture.error_code);
}

const uint8_t *packshot_webp_writer_file(const packshot_webp_writer *writer, size_t *count) {
  *count = writer->file.size;
  return writer->file.mem;
}

const char *packshot_webp_writer_message(const packshot_webp_writer *writer) { return writer->message; }

int packshot_webp_version(void) { return libwebp.WebPGetEncoderVersion(); }
