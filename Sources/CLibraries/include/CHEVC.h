#pragma once

// libde265, wrapped in functions that decode one still picture in the calling thread, because the sandbox doesn't allow
// starting threads.

#include <stddef.h>
#include <stdint.h>

/// The status of a call. CJPEG and CPNG use the same numbers.
enum packshot_hevc_status {
  PACKSHOT_HEVC_DONE = 0,
  PACKSHOT_HEVC_TRUNCATED = 1,
  PACKSHOT_HEVC_DAMAGED = 2,
  PACKSHOT_HEVC_UNSUPPORTED = 3,
  PACKSHOT_HEVC_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libde265 on the first call. Returns NULL on success, otherwise the reason for the failure. All other functions
/// may be called only after success.
const char *packshot_hevc_load(void);

// MARK: Decoding

typedef struct packshot_hevc_decoder packshot_hevc_decoder;

/// A decoded picture: luma and both chromas. Samples take two bytes each if they have more than 8 bits.
typedef struct packshot_hevc_picture {
  uint32_t width, height;
  uint32_t depth;
  /// Number of luma samples per chroma sample, across and down; 0 for a grey picture.
  uint32_t chroma_step_x, chroma_step_y;
  uint8_t is_full_range;
  /// Code points of ITU-T H.273.
  uint16_t primaries, transfer, matrix;
  /// Valid as long as the decoder.
  const uint8_t *planes[3];
  size_t strides[3];
} packshot_hevc_picture;

/// Creates a decoder of one picture with at most `max_pixels` pixels. NULL if memory is short.
packshot_hevc_decoder *packshot_hevc_decoder_create(uint64_t max_pixels);
void packshot_hevc_decoder_destroy(packshot_hevc_decoder *decoder);

/// Passes a NAL unit (ITU-T H.265, section 7.3.1) without a start code.
int packshot_hevc_decoder_push(packshot_hevc_decoder *decoder, const uint8_t *unit, size_t count);

/// Decodes the units passed so far.
int packshot_hevc_decoder_finish(packshot_hevc_decoder *decoder, packshot_hevc_picture *picture);

/// Returns the reason for the decoder's last status.
const char *packshot_hevc_decoder_message(const packshot_hevc_decoder *decoder);

const char *packshot_hevc_version(void);
