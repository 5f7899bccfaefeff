#include "CWebP.h"
#include "Library.h"

#include <stdlib.h>

struct packshot_webp_reader {
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
  const uint8_t *bytes;
  uint32_t height;
  const char *message;
};

packshot_webp_reader *packshot_webp_reader_create(const uint8_t *bytes, uint32_t width, uint32_t height, uint8_t *pixels) {
  packshot_webp_reader *reader = calloc(1, sizeof *reader);
  if (!reader)
    return NULL;
  reader->bytes = bytes;
  reader->height = height;
  reader->message = "";
  if (libwebp.WebPInitDecoderConfigInternal(&reader->config, WEBP_DECODER_ABI_VERSION)) {
    // The library's defaults, as in dwebp: interpolated chroma, no dithering, no threads.
    WebPDecBuffer *output = &reader->config.output;
    output->colorspace = MODE_RGBA;
    output->is_external_memory = 1;
    output->u.RGBA = (WebPRGBABuffer){.rgba = pixels, .stride = (int)width * 4, .size = (size_t)width * 4 * height};
    reader->decoder = libwebp.WebPIDecode(NULL, 0, &reader->config);
  }
  if (!reader->decoder) {
    free(reader);
    return NULL;
  }
  return reader;
}

void packshot_webp_reader_destroy(packshot_webp_reader *reader) {
  libwebp.WebPIDelete(reader->decoder);
  libwebp.WebPFreeDecBuffer(&reader->config.output);
  free(reader);
}

int packshot_webp_reader_read(packshot_webp_reader *reader, size_t count, uint32_t *rows) {
  VP8StatusCode status = libwebp.WebPIUpdate(reader->decoder, reader->bytes, count);
  int last = 0;
  if (!libwebp.WebPIDecGetRGB(reader->decoder, &last, NULL, NULL, NULL))
    last = 0;
  *rows = status == VP8_STATUS_OK ? reader->height : (uint32_t)last;
  switch (status) {
  case VP8_STATUS_OK:
    return PACKSHOT_WEBP_DONE;
  case VP8_STATUS_SUSPENDED:
  case VP8_STATUS_NOT_ENOUGH_DATA:
    return PACKSHOT_WEBP_TRUNCATED;
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    reader->message = "a picture that is not to be shown";
    return PACKSHOT_WEBP_UNSUPPORTED;
  case VP8_STATUS_OUT_OF_MEMORY:
    return PACKSHOT_WEBP_OUT_OF_MEMORY;
  default:
    reader->message = "its picture's data makes no sense";
    return PACKSHOT_WEBP_DAMAGED;
  }
}

const char *packshot_webp_reader_message(const packshot_webp_reader *reader) { return reader->message; }
