#include "CTIFF.h"
#include "Memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packshot_tiff_reader {
  struct memory_file file;
  struct failure failure;
  TIFF *tiff;
  packshot_tiff_header header;
};

enum {
  /// Maximum size of libtiff's own blocks: tables of strips, tags, rows. Pieces are allocated by the caller.
  largest_block = 256 << 20,
  /// Maximum number of pages searched for a full one.
  page_limit = 64,
};

packshot_tiff_reader *packshot_tiff_reader_create(const uint8_t *bytes, size_t count) {
  packshot_tiff_reader *reader = calloc(1, sizeof *reader);
  if (reader)
    reader->file = (struct memory_file){.bytes = (uint8_t *)bytes, .count = count};
  return reader;
}

void packshot_tiff_reader_destroy(packshot_tiff_reader *reader) {
  if (reader->tiff)
    libtiff.TIFFClose(reader->tiff);
  free(reader);
}

const char *packshot_tiff_reader_message(const packshot_tiff_reader *reader) { return reader->failure.message; }

static int fail(packshot_tiff_reader *reader, int status, const char *message) {
  snprintf(reader->failure.message, sizeof reader->failure.message, "%s", message);
  return status;
}

static int fail_as_libtiff(packshot_tiff_reader *reader) {
  if (!*reader->failure.message)
    return fail(reader, PACKSHOT_TIFF_DAMAGED, "libtiff cannot read it");
  return PACKSHOT_TIFF_DAMAGED;
}

/// Whether the current page is the picture instead of a smaller copy or a mask.
static int is_full_page(TIFF *tiff) {
  uint32_t kind = 0;
  libtiff.TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind);
  return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

/// Moves to the first full page, starting with the current page. Returns 0 if there is none.
static int find_full_page(TIFF *tiff) {
  for (int page = 0; page < page_limit; page++) {
    if (is_full_page(tiff))
      return 1;
    if (!libtiff.TIFFReadDirectory(tiff))
      return 0;
  }
  return 0;
}

static int is_raw(TIFF *tiff) {
  uint16_t photometric = 0;
  libtiff.TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  const uint8_t *version = NULL;
  return photometric == PHOTOMETRIC_CFA || photometric == 34892 || libtiff.TIFFGetField(tiff, TIFFTAG_DNGVERSION, &version);
}

/// Determines the colour model, and returns the number of colour samples; 0 if the model is unsupported.
static uint32_t color_samples(packshot_tiff_reader *reader, uint16_t compression) {
  TIFF *tiff = reader->tiff;
  uint16_t photometric = 0, ink_set = INKSET_CMYK;
  if (!libtiff.TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric))
    photometric = reader->header.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  switch (photometric) {
  case PHOTOMETRIC_MINISWHITE:
    reader->header.color = PACKSHOT_TIFF_WHITE_IS_ZERO;
    return 1;
  case PHOTOMETRIC_MINISBLACK:
    reader->header.color = PACKSHOT_TIFF_BLACK_IS_ZERO;
    return 1;
  case PHOTOMETRIC_RGB:
    reader->header.color = PACKSHOT_TIFF_RGB;
    return 3;
  case PHOTOMETRIC_PALETTE:
    reader->header.color = PACKSHOT_TIFF_PALETTE;
    return 1;
  case PHOTOMETRIC_SEPARATED:
    libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &ink_set);
    reader->header.color = PACKSHOT_TIFF_CMYK;
    return ink_set == INKSET_CMYK ? 4 : 0;
  case PHOTOMETRIC_YCBCR:
    // libjpeg converts YCbCr to RGB.
    if (compression != COMPRESSION_JPEG || !libtiff.TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB))
      return 0;
    reader->header.color = PACKSHOT_TIFF_RGB;
    return 3;
  default:
    return 0;
  }
}

/// Finds the first extra sample that is alpha.
static void find_alpha(packshot_tiff_reader *reader, uint32_t colors) {
  packshot_tiff_header *header = &reader->header;
  uint16_t count = 0, *kinds = NULL;
  libtiff.TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  header->spot_count = header->samples - colors;
  for (uint32_t index = 0; index < count && index < header->samples - colors; index++) {
    if (kinds[index] != EXTRASAMPLE_ASSOCALPHA && kinds[index] != EXTRASAMPLE_UNASSALPHA)
      continue;
    header->alpha = kinds[index] == EXTRASAMPLE_ASSOCALPHA ? PACKSHOT_TIFF_PREMULTIPLIED : PACKSHOT_TIFF_STRAIGHT;
    header->alpha_index = colors + index;
    header->spot_count--;
    return;
  }
}

static int read_samples(packshot_tiff_reader *reader) {
  packshot_tiff_header *header = &reader->header;
  TIFF *tiff = reader->tiff;
  uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, planar = PLANARCONFIG_CONTIG, compression = 1;
  libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
  libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
  libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  // The JPEG of TIFF 6.0 itself was withdrawn in 1995 (TIFF Technical Note 2), because it is ambiguous and programs
  // wrote it in different ways. libtiff guesses, in code with many known vulnerabilities, and delivers no colours.
  if (compression == COMPRESSION_OJPEG)
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED,
                "old-style JPEG data (compression 6, withdrawn in 1995 because programs write it differently)");
  if (!libtiff.TIFFIsCODECConfigured(compression)) {
    char words[64];
    snprintf(words, sizeof words, "a compression (number %u) that the installed libtiff lacks", compression);
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED, words);
  }
  header->bits = bits;
  header->samples = samples;
  header->is_planar = planar == PLANARCONFIG_SEPARATE && samples > 1;
  uint32_t colors = color_samples(reader, compression);
  if (!colors)
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED,
                "colours of an unusual kind (Lab, inks other than CMYK, YCbCr without JPEG)");
  if (samples < colors || samples > colors + 16)
    return fail(reader, PACKSHOT_TIFF_DAMAGED, "its pixels have too few or too many samples");
  int is_small = bits == 1 || bits == 2 || bits == 4;
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID)
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED, "samples that are no plain whole numbers");
  if (!(bits == 8 || bits == 16 || (is_small && samples == 1)) || (bits == 16 && header->color == PACKSHOT_TIFF_PALETTE)) {
    char words[64];
    snprintf(words, sizeof words, "samples of %u bits", bits);
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED, words);
  }
  find_alpha(reader, colors);
  uint16_t *palette[3] = {0};
  if (header->color == PACKSHOT_TIFF_PALETTE &&
      !libtiff.TIFFGetField(tiff, TIFFTAG_COLORMAP, &palette[0], &palette[1], &palette[2]))
    return fail(reader, PACKSHOT_TIFF_DAMAGED, "it has no palette");
  for (int channel = 0; channel < 3; channel++)
    header->palette[channel] = palette[channel];
  return PACKSHOT_TIFF_DONE;
}

static int read_pieces(packshot_tiff_reader *reader) {
  packshot_tiff_header *header = &reader->header;
  TIFF *tiff = reader->tiff;
  uint32_t rows = header->height;
  if (libtiff.TIFFIsTiled(tiff)) {
    if (!libtiff.TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &header->piece_width) ||
        !libtiff.TIFFGetField(tiff, TIFFTAG_TILELENGTH, &header->piece_height) || !header->piece_width || !header->piece_height)
      return fail(reader, PACKSHOT_TIFF_DAMAGED, "its tiles have no size");
  } else {
    libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    header->piece_width = header->width;
    header->piece_height = rows == 0 || rows > header->height ? header->height : rows;
  }
  uint64_t samples = header->is_planar ? 1 : header->samples;
  uint64_t stride = (header->piece_width * samples * header->bits + 7) / 8;
  header->piece_stride = (size_t)stride;
  // The product can overflow, because both factors can have 32 bits or more. The caller refuses pieces that are far
  // larger than their picture.
  header->piece_bytes = stride > SIZE_MAX / 2 / header->piece_height ? SIZE_MAX / 2 : (size_t)(stride * header->piece_height);
  tmsize_t size = libtiff.TIFFIsTiled(tiff) ? libtiff.TIFFTileSize(tiff) : libtiff.TIFFVStripSize(tiff, header->piece_height);
  if (size <= 0 || (uint64_t)size != header->piece_bytes)
    return fail(reader, PACKSHOT_TIFF_DAMAGED, "its strips or tiles have another size than its pixels");
  return PACKSHOT_TIFF_DONE;
}

int packshot_tiff_reader_read_header(packshot_tiff_reader *reader, packshot_tiff_header *result) {
  packshot_tiff_header *header = &reader->header;
  // libtiff reads the file's own memory.
  reader->tiff = packshot_tiff_open(&reader->file, &reader->failure, "r", largest_block);
  if (!reader->tiff)
    return fail_as_libtiff(reader);
  TIFF *tiff = reader->tiff;
  if (!find_full_page(tiff))
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED, "only small copies of a picture, as raw camera pictures do");
  if (is_raw(tiff))
    return fail(reader, PACKSHOT_TIFF_UNSUPPORTED, "a raw camera picture in it");
  if (!libtiff.TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &header->width) ||
      !libtiff.TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &header->height) || !header->width || !header->height)
    return fail(reader, PACKSHOT_TIFF_DAMAGED, "it has no size");
  int status = read_samples(reader);
  if (status == PACKSHOT_TIFF_DONE)
    status = read_pieces(reader);
  if (status != PACKSHOT_TIFF_DONE)
    return status;
  uint16_t orientation = ORIENTATION_TOPLEFT;
  libtiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  header->orientation = orientation;
  uint32_t count = 0;
  void *profile = NULL;
  if (libtiff.TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &count, &profile) && count) {
    header->icc_profile = profile;
    header->icc_profile_count = count;
  }
  header->has_more_pages = !libtiff.TIFFLastDirectory(tiff);
  *result = *header;
  return PACKSHOT_TIFF_DONE;
}

int packshot_tiff_reader_read_piece(packshot_tiff_reader *reader, uint32_t x, uint32_t y, uint32_t plane, uint8_t *piece) {
  TIFF *tiff = reader->tiff;
  packshot_tiff_header *header = &reader->header;
  int is_tiled = libtiff.TIFFIsTiled(tiff);
  uint16_t sample = (uint16_t)plane;
  uint32_t number = is_tiled ? libtiff.TIFFComputeTile(tiff, x, y, 0, sample) : libtiff.TIFFComputeStrip(tiff, y, sample);
  uint64_t start = libtiff.TIFFGetStrileOffset(tiff, number), count = libtiff.TIFFGetStrileByteCount(tiff, number);
  if (start > reader->file.count || count > reader->file.count - start)
    return fail(reader, PACKSHOT_TIFF_TRUNCATED, "its data end early");
  uint32_t rows = header->height - y < header->piece_height ? header->height - y : header->piece_height;
  tmsize_t wanted = (tmsize_t)(is_tiled ? header->piece_bytes : header->piece_stride * rows);
  tmsize_t got = is_tiled ? libtiff.TIFFReadEncodedTile(tiff, number, piece, wanted)
                          : libtiff.TIFFReadEncodedStrip(tiff, number, piece, wanted);
  if (got != wanted || reader->failure.is_decoder)
    return fail_as_libtiff(reader);
  return PACKSHOT_TIFF_DONE;
}

const char *packshot_tiff_version(void) { return libtiff.TIFFGetVersion(); }
