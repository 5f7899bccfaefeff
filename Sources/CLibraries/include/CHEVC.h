#pragma once

// libde265 behind functions that decode one still picture in the calling thread: the sandbox denies others.

#include <stddef.h>
#include <stdint.h>

/// How a call went. CJPEG and CPNG have the same numbers.
enum packshot_hevc_status {
  PACKSHOT_HEVC_DONE = 0,
  PACKSHOT_HEVC_TRUNCATED = 1,
  PACKSHOT_HEVC_DAMAGED = 2,
  PACKSHOT_HEVC_UNSUPPORTED = 3,
  PACKSHOT_HEVC_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libde265, unless that was tried before. NULL where it is there, otherwise the reason why not. All other functions here
/// are called after it, and where it is there.
const char *packshot_hevc_load(void);

// MARK: Decoding

typedef struct packshot_hevc_decoder packshot_hevc_decoder;

/// A decoded picture: luma and both chromas, whose samples take two bytes each if they have more than 8 bits.
typedef struct packshot_hevc_picture {
  uint32_t width, height;
  uint32_t depth;
  /// For how many samples of luma one of chroma stands, across and down; 0 in a grey picture.
  uint32_t chroma_step_x, chroma_step_y;
  uint8_t is_full_range;
  /// Code points of ITU-T H.273.
  uint16_t primaries, transfer, matrix;
  /// They live as long as the decoder.
  const uint8_t *planes[3];
  size_t strides[3];
} packshot_hevc_picture;

/// A decoder of one picture of at most so many pixels, or NULL where memory is short.
packshot_hevc_decoder *packshot_hevc_decoder_create(uint64_t max_pixels);
void packshot_hevc_decoder_destroy(packshot_hevc_decoder *decoder);

/// Takes a NAL unit (ITU-T H.265, section 7.3.1) without a start code.
int packshot_hevc_decoder_push(packshot_hevc_decoder *decoder, const uint8_t *unit, size_t count);

/// Decodes what was pushed.
int packshot_hevc_decoder_finish(packshot_hevc_decoder *decoder, packshot_hevc_picture *picture);

/// The reason for the status that ended the decoder.
const char *packshot_hevc_decoder_message(const packshot_hevc_decoder *decoder);

const char *packshot_hevc_version(void);
