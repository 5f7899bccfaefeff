#include "CAVIF.h"
#include "Library.h"

#include <stdlib.h>
#include <string.h>

struct packshot_avif_reader {
  avifDecoder *decoder;
  const uint8_t *bytes;
  size_t count;
  const char *message;
};

packshot_avif_reader *packshot_avif_reader_create(const uint8_t *bytes, size_t count) {
  packshot_avif_reader *reader = calloc(1, sizeof *reader);
  if (!reader)
    return NULL;
  *reader = (packshot_avif_reader){.decoder = libavif.avifDecoderCreate(), .bytes = bytes, .count = count, .message = ""};
  if (!reader->decoder) {
    free(reader);
    return NULL;
  }
  return reader;
}

void packshot_avif_reader_destroy(packshot_avif_reader *reader) {
  libavif.avifDecoderDestroy(reader->decoder);
  free(reader);
}

const char *packshot_avif_reader_message(const packshot_avif_reader *reader) { return reader->message; }

static int status(packshot_avif_reader *reader, avifResult result) {
  const char *detail = reader->decoder->diag.error;
  reader->message = *detail ? detail : libavif.avifResultToString(result);
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

/// Whether a fraction is so large, without a division by nothing.
static int equals(uint32_t numerator, uint32_t denominator, uint64_t value) {
  return denominator != 0 && numerator == denominator * value;
}

static int is_cropped(const avifImage *image) {
  const avifCleanApertureBox *clap = &image->clap;
  return (image->transformFlags & AVIF_TRANSFORM_CLAP) &&
         !(equals(clap->widthN, clap->widthD, image->width) && equals(clap->heightN, clap->heightD, image->height) &&
           clap->horizOffN == 0 && clap->vertOffN == 0);
}

static int mirroring(const avifImage *image) {
  if (!(image->transformFlags & AVIF_TRANSFORM_IMIR))
    return 0;
#if AVIF_VERSION_MAJOR >= 1
  return image->imir.axis == 0 ? 1 : 2;
#else
  return image->imir.mode == 0 ? 1 : 2;
#endif
}

static void describe(const avifDecoder *decoder, packshot_avif_header *header) {
  const avifImage *image = decoder->image;
  avifPixelFormatInfo chroma = {0};
  libavif.avifGetPixelFormatInfo(image->yuvFormat, &chroma);
  int is_grey = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
  *header = (packshot_avif_header){
      .width = image->width,
      .height = image->height,
      .depth = image->depth,
      .chroma_step_x = is_grey ? 0 : 1u << chroma.chromaShiftX,
      .chroma_step_y = is_grey ? 0 : 1u << chroma.chromaShiftY,
      .is_full_range = image->yuvRange == AVIF_RANGE_FULL,
      .has_alpha = decoder->alphaPresent != 0,
      .is_premultiplied = image->alphaPremultiplied != 0,
      .is_cropped = (uint8_t)is_cropped(image),
      .quarter_turns = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0,
      .mirroring = (uint8_t)mirroring(image),
      .primaries = image->colorPrimaries,
      .transfer = image->transferCharacteristics,
      .matrix = image->matrixCoefficients,
      .picture_count = decoder->imageCount,
      .icc_profile = image->icc.size ? image->icc.data : NULL,
      .exif = image->exif.size ? image->exif.data : NULL,
      .icc_profile_count = image->icc.size,
      .exif_count = image->exif.size,
  };
}

int packshot_avif_reader_read_header(packshot_avif_reader *reader, packshot_avif_header *header) {
  avifDecoder *decoder = reader->decoder;
  decoder->maxThreads = 1;
  if (libavif.avifCodecName(AVIF_CODEC_CHOICE_DAV1D, AVIF_CODEC_FLAG_CAN_DECODE))
    decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
  decoder->ignoreXMP = AVIF_TRUE;
  // Old programs leave out how many bits a sample has, which the coding says too.
  decoder->strictFlags = AVIF_STRICT_ENABLED & ~(avifStrictFlags)AVIF_STRICT_PIXI_REQUIRED;
  decoder->imageDimensionLimit = 65536;
  avifResult result = libavif.avifDecoderSetIOMemory(decoder, reader->bytes, reader->count);
  if (result == AVIF_RESULT_OK)
    result = libavif.avifDecoderParse(decoder);
  if (result != AVIF_RESULT_OK)
    return status(reader, result);
  if (decoder->image->yuvFormat == AVIF_PIXEL_FORMAT_NONE) {
    reader->message = "it does not say how its samples are laid out";
    return PACKSHOT_AVIF_DAMAGED;
  }
  describe(decoder, header);
  return PACKSHOT_AVIF_DONE;
}

/// Whether the picture is laid out as was said: room is made and limits are kept by that.
static int is_as_said(const avifDecoder *decoder, const packshot_avif_header *before) {
  packshot_avif_header after;
  describe(decoder, &after);
  const avifImage *image = decoder->image;
  return after.width == before->width && after.height == before->height && after.depth == before->depth &&
         after.chroma_step_x == before->chroma_step_x && after.chroma_step_y == before->chroma_step_y &&
         after.is_full_range == before->is_full_range && after.matrix == before->matrix && image->yuvPlanes[0] &&
         (!after.chroma_step_x || (image->yuvPlanes[1] && image->yuvPlanes[2])) &&
         (!before->has_alpha || image->alphaPlane);
}

int packshot_avif_reader_decode(packshot_avif_reader *reader, packshot_avif_plane planes[4]) {
  avifDecoder *decoder = reader->decoder;
  const avifImage *image = decoder->image;
  packshot_avif_header header;
  describe(decoder, &header);
  // The coding has a size of its own, for which dav1d makes room. The parts of a picture may reach beyond its edges.
  uint64_t pixels = (uint64_t)image->width * image->height;
  if (pixels < AVIF_DEFAULT_IMAGE_SIZE_LIMIT / 2)
    decoder->imageSizeLimit = (uint32_t)pixels * 2;
  avifResult result = libavif.avifDecoderNextImage(decoder);
  if (result != AVIF_RESULT_OK)
    return status(reader, result);
  if (!is_as_said(decoder, &header)) {
    reader->message = "its picture is not what its header says";
    return PACKSHOT_AVIF_DAMAGED;
  }
  for (int plane = 0; plane < 3; plane++)
    planes[plane] = (packshot_avif_plane){image->yuvPlanes[plane], image->yuvRowBytes[plane]};
  planes[3] = (packshot_avif_plane){image->alphaPlane, image->alphaRowBytes};
  return PACKSHOT_AVIF_DONE;
}

const char *packshot_avif_version(void) { return libavif.avifVersion(); }

void packshot_avif_copy_codec_versions(char text[256]) { libavif.avifCodecVersions(text); }
