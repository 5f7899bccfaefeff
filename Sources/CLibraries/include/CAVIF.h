#pragma once

// libavif behind functions that hold its settings and buffers, of its versions 0.11 and 1. Bytes are read and written in
// memory; no functions here start threads: with several, aom's files differ.

#include <stddef.h>
#include <stdint.h>

/// How a call went. CJPEG and CPNG have the same numbers.
enum packshot_avif_status {
  PACKSHOT_AVIF_DONE = 0,
  PACKSHOT_AVIF_TRUNCATED = 1,
  PACKSHOT_AVIF_DAMAGED = 2,
  PACKSHOT_AVIF_UNSUPPORTED = 3,
  PACKSHOT_AVIF_OUT_OF_MEMORY = 4,
};

// MARK: Loading

/// Loads libavif, unless that was tried before. NULL where it is there, otherwise the reason why not. All other functions here
/// are called after it, and where it is there.
const char *packshot_avif_load(void);

// MARK: Reading

typedef struct packshot_avif_decoder packshot_avif_decoder;

/// A decoded picture: luma and both chromas, whose samples take two bytes each if they have more than 8 bits.
typedef struct packshot_avif_picture {
  /// Bits of a sample: 8, 10 or 12.
  uint32_t depth;
  /// For how many samples of luma one of chroma stands, across and down; 0 in a grey picture.
  uint32_t chroma_step_x, chroma_step_y;
  /// They live as long as the decoder. A grey picture has one.
  const uint8_t *planes[3];
  size_t strides[3];
} packshot_avif_picture;

/// A decoder of the file that is `bytes`, which stay where they are until it is destroyed; or NULL if memory is short.
packshot_avif_decoder *packshot_avif_decoder_create(const uint8_t *bytes, size_t count);
void packshot_avif_decoder_destroy(packshot_avif_decoder *decoder);

/// Decodes the file's one coded picture, which must have as many pixels as the file says, which is `pixels` at most.
int packshot_avif_decoder_decode(packshot_avif_decoder *decoder, uint32_t pixels, packshot_avif_picture *picture);

/// The reason for the status that ended the decoder.
const char *packshot_avif_decoder_message(const packshot_avif_decoder *decoder);

// MARK: Writing

typedef struct packshot_avif_writer packshot_avif_writer;

/// A plane to be filled.
typedef struct packshot_avif_room {
  uint8_t *base;
  size_t stride;
} packshot_avif_room;

/// A writer of a picture of 8 bits and full range, whose chroma has one sample for so many of luma: 1 × 1, 2 × 1 or 2 × 2. Room
/// is made for luma, both chromas and, where it has one, alpha. NULL where memory is short.
packshot_avif_writer *packshot_avif_writer_create(uint32_t width, uint32_t height, uint32_t chroma_step_x,
                                                  uint32_t chroma_step_y, int has_alpha, packshot_avif_room rooms[4]);
void packshot_avif_writer_destroy(packshot_avif_writer *writer);

/// Encodes the picture, whose planes are filled, as a whole file: in this profile, or in sRGB without one. `quantizer` is 0 (as
/// it was) to 63, that of alpha is 0; `speed` is 0 to 10.
int packshot_avif_writer_finish(packshot_avif_writer *writer, int quantizer, int speed, const uint8_t *icc_profile,
                                size_t icc_profile_count, const uint8_t *exif, size_t exif_count,
                                const uint8_t *xmp, size_t xmp_count);

/// The file. Lives as long as the writer.
const uint8_t *packshot_avif_writer_file(const packshot_avif_writer *writer, size_t *count);

/// The reason for the status that ended the writer.
const char *packshot_avif_writer_message(const packshot_avif_writer *writer);

// MARK: Versions

const char *packshot_avif_version(void);

/// What libavif says of the libraries that it decodes and encodes with: "dav1d [dec]:1.0.0, aom [enc/dec]:3.6.0".
void packshot_avif_copy_codec_versions(char text[256]);
