#include "CAVIF.h"
#include "Library.h"

#include <stdlib.h>

struct packshot_avif_decoder {
  avifDecoder *decoder;
  const uint8_t *bytes;
  size_t count;
  const char *message;
};

packshot_avif_decoder *packshot_avif_decoder_create(const uint8_t *bytes, size_t count) {
  packshot_avif_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder)
    return NULL;
  *decoder =
      (packshot_avif_decoder){.decoder = libavif.avifDecoderCreate(), .bytes = bytes, .count = count, .message = ""};
  if (!decoder->decoder) {
    free(decoder);
    return NULL;
  }
  return decoder;
}

void packshot_avif_decoder_destroy(packshot_avif_decoder *decoder) {
  libavif.avifDecoderDestroy(decoder->decoder);
  free(decoder);
}

const char *packshot_avif_decoder_message(const packshot_avif_decoder *decoder) { return decoder->message; }

static int status(packshot_avif_decoder *decoder, avifResult result) {
  const char *detail = decoder->decoder->diag.error;
  decoder->message = *detail ? detail : libavif.avifResultToString(result);
  switch (result) {
  case AVIF_RESULT_OK:
    return PACKSHOT_AVIF_DONE;
  case AVIF_RESULT_TRUNCATED_DATA:
  case AVIF_RESULT_WAITING_ON_IO:
    return PACKSHOT_AVIF_TRUNCATED;
  case AVIF_RESULT_NOT_IMPLEMENTED:
  case AVIF_RESULT_UNSUPPORTED_DEPTH:
  case AVIF_RESULT_NO_CODEC_AVAILABLE:
    return PACKSHOT_AVIF_UNSUPPORTED;
  case AVIF_RESULT_OUT_OF_MEMORY:
    return PACKSHOT_AVIF_OUT_OF_MEMORY;
  default:
    return PACKSHOT_AVIF_DAMAGED;
  }
}

static void describe(const avifImage *image, packshot_avif_picture *picture) {
  avifPixelFormatInfo chroma = {0};
  libavif.avifGetPixelFormatInfo(image->yuvFormat, &chroma);
  int is_grey = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
  *picture = (packshot_avif_picture){
      .depth = image->depth,
      .chroma_step_x = is_grey ? 0 : 1u << chroma.chromaShiftX,
      .chroma_step_y = is_grey ? 0 : 1u << chroma.chromaShiftY,
  };
  for (int plane = 0; plane < (is_grey ? 1 : 3); plane++) {
    picture->planes[plane] = image->yuvPlanes[plane];
    picture->strides[plane] = image->yuvRowBytes[plane];
  }
}

int packshot_avif_decoder_decode(packshot_avif_decoder *decoder, uint32_t pixels, packshot_avif_picture *picture) {
  avifDecoder *avif = decoder->decoder;
  avif->maxThreads = 1;
  if (libavif.avifCodecName(AVIF_CODEC_CHOICE_DAV1D, AVIF_CODEC_FLAG_CAN_DECODE))
    avif->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
  avif->strictFlags = AVIF_STRICT_DISABLED;
  avif->imageDimensionLimit = 65536;
  // The coded data states its own size, for which dav1d allocates memory.
  if (pixels < AVIF_DEFAULT_IMAGE_SIZE_LIMIT)
    avif->imageSizeLimit = pixels;
  avifResult result = libavif.avifDecoderSetIOMemory(avif, decoder->bytes, decoder->count);
  if (result == AVIF_RESULT_OK)
    result = libavif.avifDecoderParse(avif);
  if (result == AVIF_RESULT_OK)
    result = libavif.avifDecoderNextImage(avif);
  if (result != AVIF_RESULT_OK)
    return status(decoder, result);
  const avifImage *image = avif->image;
  describe(image, picture);
  // libavif owns the planes only if it has scaled the picture.
  if (image->imageOwnsYUVPlanes || !picture->planes[0] || (picture->chroma_step_x && !picture->planes[2])) {
    decoder->message = "its picture is not as large as its header says";
    return PACKSHOT_AVIF_DAMAGED;
  }
  return PACKSHOT_AVIF_DONE;
}

const char *packshot_avif_version(void) { return libavif.avifVersion(); }

void packshot_avif_copy_codec_versions(char text[256]) { libavif.avifCodecVersions(text); }
