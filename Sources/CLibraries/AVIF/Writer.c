#include "CAVIF.h"
#include "Library.h"

#include <stdlib.h>

struct packshot_avif_writer {
  avifImage *image;
  avifRWData file;
  const char *message;
};

static avifPixelFormat pixel_format(uint32_t chroma_step_x, uint32_t chroma_step_y) {
  if (chroma_step_x == 1)
    return AVIF_PIXEL_FORMAT_YUV444;
  return chroma_step_y == 1 ? AVIF_PIXEL_FORMAT_YUV422 : AVIF_PIXEL_FORMAT_YUV420;
}

packshot_avif_writer *packshot_avif_writer_create(uint32_t width, uint32_t height, uint32_t chroma_step_x,
                                                  uint32_t chroma_step_y, int has_alpha, packshot_avif_room rooms[4]) {
  packshot_avif_writer *writer = calloc(1, sizeof *writer);
  if (!writer)
    return NULL;
  writer->message = "";
  writer->image = libavif.avifImageCreate(width, height, 8, pixel_format(chroma_step_x, chroma_step_y));
  if (!writer->image ||
      libavif.avifImageAllocatePlanes(writer->image, has_alpha ? AVIF_PLANES_ALL : AVIF_PLANES_YUV) != AVIF_RESULT_OK) {
    packshot_avif_writer_destroy(writer);
    return NULL;
  }
  for (int plane = 0; plane < 3; plane++)
    rooms[plane] = (packshot_avif_room){writer->image->yuvPlanes[plane], writer->image->yuvRowBytes[plane]};
  rooms[3] = (packshot_avif_room){writer->image->alphaPlane, writer->image->alphaRowBytes};
  return writer;
}

void packshot_avif_writer_destroy(packshot_avif_writer *writer) {
  if (writer->image)
    libavif.avifImageDestroy(writer->image);
  libavif.avifRWDataFree(&writer->file);
  free(writer);
}

/// Sets the meaning of the samples. With an ICC profile, only the matrix is stated as well.
static avifResult describe(avifImage *image, const uint8_t *icc_profile, size_t icc_profile_count) {
  image->yuvRange = AVIF_RANGE_FULL;
  image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
  image->colorPrimaries = icc_profile_count ? AVIF_COLOR_PRIMARIES_UNSPECIFIED : AVIF_COLOR_PRIMARIES_BT709;
  image->transferCharacteristics =
      icc_profile_count ? AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED : AVIF_TRANSFER_CHARACTERISTICS_SRGB;
  if (icc_profile_count)
    (void)libavif.avifImageSetProfileICC(image, icc_profile, icc_profile_count);
  return image->icc.size == icc_profile_count ? AVIF_RESULT_OK : AVIF_RESULT_OUT_OF_MEMORY;
}

int packshot_avif_writer_finish(packshot_avif_writer *writer, int quantizer, int speed, const uint8_t *icc_profile,
                                size_t icc_profile_count, const uint8_t *exif, size_t exif_count,
                                const uint8_t *xmp, size_t xmp_count) {
  avifEncoder *encoder = libavif.avifEncoderCreate();
  if (!encoder)
    return PACKSHOT_AVIF_OUT_OF_MEMORY;
  encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
  encoder->maxThreads = 1;
  encoder->speed = speed;
  encoder->minQuantizer = encoder->maxQuantizer = quantizer;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
  avifResult result = describe(writer->image, icc_profile, icc_profile_count);
  if (result == AVIF_RESULT_OK && exif_count) {
    (void)libavif.avifImageSetMetadataExif(writer->image, exif, exif_count);
    result = writer->image->exif.size == exif_count ? AVIF_RESULT_OK : AVIF_RESULT_OUT_OF_MEMORY;
  }
  if (result == AVIF_RESULT_OK && xmp_count) {
    (void)libavif.avifImageSetMetadataXMP(writer->image, xmp, xmp_count);
    result = writer->image->xmp.size == xmp_count ? AVIF_RESULT_OK : AVIF_RESULT_OUT_OF_MEMORY;
  }
  if (result == AVIF_RESULT_OK)
    result = libavif.avifEncoderWrite(encoder, writer->image, &writer->file);
  // The encoder's diagnostics are freed with it.
  writer->message = libavif.avifResultToString(result);
  libavif.avifEncoderDestroy(encoder);
  switch (result) {
  case AVIF_RESULT_OK:
    return PACKSHOT_AVIF_DONE;
  case AVIF_RESULT_OUT_OF_MEMORY:
    return PACKSHOT_AVIF_OUT_OF_MEMORY;
  default:
    return PACKSHOT_AVIF_DAMAGED;
  }
}

const uint8_t *packshot_avif_writer_file(const packshot_avif_writer *writer, size_t *count) {
  *count = writer->file.size;
  return writer->file.data;
}

const char *packshot_avif_writer_message(const packshot_avif_writer *writer) { return writer->message; }
