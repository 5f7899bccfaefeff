#pragma once

// libavif 0.11 or 1.x, wrapped in functions that hold its settings and buffers. Files are read and written in memory.
// No function starts threads, because aom's files depend on the number of threads.

#include <stddef.h>
#include <stdint.h>

/// The status of a call. CJPEG and CPNG use the same numbers.
enum packshot_avif_status {
  PACKSHOT_AVIF_DONE = 0,
  PACKSHOT_AVIF_TRUNCATED = 1,
  PACKSHOT_AVIF_DAMAGED = 2,
  PACKSHOT_AVIF_UNSUPPORTED = 3,
  PACKSHOT_AVIF_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libavif on the first call. Returns NULL on success, otherwise the reason for the failure. All other functions
/// may be called only after success.
const char *packshot_avif_load(void);

// MARK: Reading

typedef struct packshot_avif_decoder packshot_avif_decoder;

/// A decoded picture: luma and both chromas. Samples take two bytes each if they have more than 8 bits.
typedef struct packshot_avif_picture {
  /// Bits per sample: 8, 10 or 12.
  uint32_t depth;
  /// Number of luma samples per chroma sample, across and down; 0 for a grey picture.
  uint32_t chroma_step_x, chroma_step_y;
  /// Valid as long as the decoder. A grey picture has one plane.
  const uint8_t *planes[3];
  size_t strides[3];
} packshot_avif_picture;

/// Creates a decoder for the file in `bytes`, which must stay valid until the decoder is destroyed. NULL if memory is
/// short.
packshot_avif_decoder *packshot_avif_decoder_create(const uint8_t *bytes, size_t count);
void packshot_avif_decoder_destroy(packshot_avif_decoder *decoder);

/// Decodes the file's only coded picture, which must have as many pixels as the file states, at most `pixels`.
int packshot_avif_decoder_decode(packshot_avif_decoder *decoder, uint32_t pixels, packshot_avif_picture *picture);

/// Returns the reason for the decoder's last status.
const char *packshot_avif_decoder_message(const packshot_avif_decoder *decoder);

// MARK: Writing

typedef struct packshot_avif_writer packshot_avif_writer;

/// A plane for the caller to fill.
typedef struct packshot_avif_room {
  uint8_t *base;
  size_t stride;
} packshot_avif_room;

/// Creates a writer of a picture with 8 bits and full range, with one chroma sample for 1 × 1, 2 × 1 or 2 × 2 luma
/// samples. Allocates luma, both chromas and, if it has one, alpha. NULL if memory is short.
packshot_avif_writer *packshot_avif_writer_create(uint32_t width, uint32_t height, uint32_t chroma_step_x,
                                                  uint32_t chroma_step_y, int has_alpha, packshot_avif_room rooms[4]);
void packshot_avif_writer_destroy(packshot_avif_writer *writer);

/// Encodes the picture, whose planes have been filled, as a whole file, with the given profile or as sRGB. `quantizer`
/// is 0 (lossless) to 63; alpha always uses 0. `speed` is 0 to 10.
int packshot_avif_writer_finish(packshot_avif_writer *writer, int quantizer, int speed, const uint8_t *icc_profile,
                                size_t icc_profile_count, const uint8_t *exif, size_t exif_count,
                                const uint8_t *xmp, size_t xmp_count);

/// Returns the file. Valid as long as the writer.
const uint8_t *packshot_avif_writer_file(const packshot_avif_writer *writer, size_t *count);

/// Returns the reason for the writer's last status.
const char *packshot_avif_writer_message(const packshot_avif_writer *writer);

// MARK: Versions

const char *packshot_avif_version(void);

/// Returns libavif's list of its codec libraries: "dav1d [dec]:1.0.0, aom [enc/dec]:3.6.0".
void packshot_avif_copy_codec_versions(char text[256]);
