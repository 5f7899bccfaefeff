#include "CHEVC.h"
#include "Library.h"

#include <limits.h>
#include <stdlib.h>

/// Maximum number of pictures in memory. A still picture refers to no other picture.
enum { max_buffers = 2 };

struct packshot_hevc_decoder {
  de265_decoder_context *context;
  uint64_t max_pixels;
  int buffers;
  const char *message;
};

// MARK: Memory for pictures

// The coded data states its own size, for which libde265 allocates memory.
static int get_buffer(de265_decoder_context *context, struct de265_image_spec *spec, struct de265_image *image, void *data) {
  packshot_hevc_decoder *decoder = data;
  if (spec->width <= 0 || spec->height <= 0 || decoder->buffers == max_buffers ||
      (uint64_t)spec->width * (uint64_t)spec->height > decoder->max_pixels) {
    decoder->message = "its picture is larger than its header says";
    return 0;
  }
  int is_done = libde265.de265_get_default_image_allocation_functions()->get_buffer(context, spec, image, NULL);
  decoder->buffers += is_done != 0;
  return is_done;
}

static void release_buffer(de265_decoder_context *context, struct de265_image *image, void *data) {
  packshot_hevc_decoder *decoder = data;
  libde265.de265_get_default_image_allocation_functions()->release_buffer(context, image, NULL);
  decoder->buffers--;
}

packshot_hevc_decoder *packshot_hevc_decoder_create(uint64_t max_pixels) {
  packshot_hevc_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder)
    return NULL;
  *decoder = (packshot_hevc_decoder){.context = libde265.de265_new_decoder(), .max_pixels = max_pixels};
  if (!decoder->context) {
    free(decoder);
    return NULL;
  }
  struct de265_image_allocation allocation = {get_buffer, release_buffer};
  libde265.de265_set_image_allocation_functions(decoder->context, &allocation, decoder);
  libde265.de265_set_parameter_bool(decoder->context, DE265_DECODER_PARAM_SUPPRESS_FAULTY_PICTURES, 1);
  return decoder;
}

void packshot_hevc_decoder_destroy(packshot_hevc_decoder *decoder) {
  libde265.de265_free_decoder(decoder->context);
  free(decoder);
}

const char *packshot_hevc_decoder_message(const packshot_hevc_decoder *decoder) {
  return decoder->message ? decoder->message : "";
}

// MARK: Decoding

static int status(packshot_hevc_decoder *decoder, de265_error error) {
  if (error == DE265_OK)
    return PACKSHOT_HEVC_DONE;
  if (decoder->message)
    return PACKSHOT_HEVC_DAMAGED;
  decoder->message = libde265.de265_get_error_text(error);
  switch (error) {
  case DE265_ERROR_OUT_OF_MEMORY:
    return PACKSHOT_HEVC_OUT_OF_MEMORY;
  case DE265_ERROR_NOT_IMPLEMENTED_YET:
    return PACKSHOT_HEVC_UNSUPPORTED;
  default:
    return PACKSHOT_HEVC_DAMAGED;
  }
}

int packshot_hevc_decoder_push(packshot_hevc_decoder *decoder, const uint8_t *unit, size_t count) {
  if (count > INT_MAX) {
    decoder->message = "a part of its picture is too long";
    return PACKSHOT_HEVC_DAMAGED;
  }
  return status(decoder, libde265.de265_push_NAL(decoder->context, unit, (int)count, 0, NULL));
}

/// Returns the first warning that means that the picture was decoded incorrectly.
static de265_error first_fault(de265_decoder_context *context) {
  for (;;) {
    de265_error warning = libde265.de265_get_warning(context);
    switch (warning) {
    case DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING:
    case DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM:
    case DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI:
      continue;
    default:
      return warning;
    }
  }
}

static int describe(packshot_hevc_decoder *decoder, const struct de265_image *image, packshot_hevc_picture *picture) {
  enum de265_chroma chroma = libde265.de265_get_chroma_format(image);
  int is_grey = chroma == de265_chroma_mono;
  *picture = (packshot_hevc_picture){
      .width = (uint32_t)libde265.de265_get_image_width(image, 0),
      .height = (uint32_t)libde265.de265_get_image_height(image, 0),
      .depth = (uint32_t)libde265.de265_get_bits_per_pixel(image, 0),
      .chroma_step_x = is_grey ? 0 : chroma == de265_chroma_444 ? 1 : 2,
      .chroma_step_y = is_grey ? 0 : chroma == de265_chroma_420 ? 2 : 1,
      .is_full_range = libde265.de265_get_image_full_range_flag(image) != 0,
      .primaries = (uint16_t)libde265.de265_get_image_colour_primaries(image),
      .transfer = (uint16_t)libde265.de265_get_image_transfer_characteristics(image),
      .matrix = (uint16_t)libde265.de265_get_image_matrix_coefficients(image),
  };
  for (int plane = 0; plane < (is_grey ? 1 : 3); plane++) {
    int stride = 0;
    picture->planes[plane] = libde265.de265_get_image_plane(image, plane, &stride);
    picture->strides[plane] = (size_t)stride;
    if (libde265.de265_get_bits_per_pixel(image, plane) != (int)picture->depth) {
      decoder->message = "chroma of another depth than its luma";
      return PACKSHOT_HEVC_UNSUPPORTED;
    }
  }
  return PACKSHOT_HEVC_DONE;
}

int packshot_hevc_decoder_finish(packshot_hevc_decoder *decoder, packshot_hevc_picture *picture) {
  de265_error error = libde265.de265_flush_data(decoder->context);
  const struct de265_image *image = NULL;
  for (int more = 1; error == DE265_OK && more && !image;) {
    more = 0;
    error = libde265.de265_decode(decoder->context, &more);
    image = libde265.de265_peek_next_picture(decoder->context);
  }
  if (!image && error != DE265_OK && error != DE265_ERROR_WAITING_FOR_INPUT_DATA)
    return status(decoder, error);
  error = first_fault(decoder->context);
  if (error != DE265_OK || decoder->message)
    return status(decoder, error == DE265_OK ? DE265_ERROR_UNSPECIFIED_DECODING_ERROR : error);
  if (!image) {
    decoder->message = "there is no whole picture in it";
    return PACKSHOT_HEVC_DAMAGED;
  }
  return describe(decoder, image, picture);
}

const char *packshot_hevc_version(void) { return libde265.de265_get_version(); }
