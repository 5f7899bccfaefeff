#include "CTIFF.h"
#include "Memory.h"

#include <stdlib.h>
#include <string.h>

struct packshot_tiff_writer {
  struct memory_file file;
  struct failure failure;
  TIFF *tiff;
};

/// Maximum bytes of a strip that has more than one row.
enum { strip_bytes = 64 << 10 };

packshot_tiff_writer *packshot_tiff_writer_create(void) { return calloc(1, sizeof(packshot_tiff_writer)); }

void packshot_tiff_writer_destroy(packshot_tiff_writer *writer) {
  if (writer->tiff)
    libtiff.TIFFClose(writer->tiff);
  free(writer->file.bytes);
  free(writer);
}

const char *packshot_tiff_writer_message(const packshot_tiff_writer *writer) { return writer->failure.message; }

static int status(int is_done) { return is_done ? PACKSHOT_TIFF_DONE : PACKSHOT_TIFF_DAMAGED; }

int packshot_tiff_writer_start(packshot_tiff_writer *writer, uint32_t width, uint32_t height, uint32_t samples,
                               uint32_t bits, int level, const uint8_t *icc_profile, size_t icc_profile_count) {
  // Little-endian on every machine.
  writer->tiff = packshot_tiff_open(&writer->file, &writer->failure, "wl", 0);
  TIFF *tiff = writer->tiff;
  if (!tiff)
    return PACKSHOT_TIFF_OUT_OF_MEMORY;
  uint32_t row = width * samples * (bits / 8), rows = strip_bytes / row;
  uint16_t straight = EXTRASAMPLE_UNASSALPHA;
  int is_set = libtiff.TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows < 1 ? 1 : rows) &&
               libtiff.TIFFSetField(tiff, TIFFTAG_COMPRESSION, level ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE);
  if (is_set && level)
    is_set = libtiff.TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL) &&
             libtiff.TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, level);
  if (is_set && samples == 4)
    is_set = libtiff.TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &straight);
  if (is_set && icc_profile_count)
    is_set = libtiff.TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)icc_profile_count, icc_profile);
  return status(is_set);
}

int packshot_tiff_writer_set_text(packshot_tiff_writer *writer, uint32_t tag, const char *text) {
  return status(libtiff.TIFFSetField(writer->tiff, tag, text));
}

int packshot_tiff_writer_set_xmp(packshot_tiff_writer *writer, const uint8_t *bytes, size_t count) {
  return status(libtiff.TIFFSetField(writer->tiff, TIFFTAG_XMLPACKET, (uint32_t)count, bytes));
}

int packshot_tiff_writer_set_iptc(packshot_tiff_writer *writer, const uint8_t *bytes, size_t count) {
  const TIFFField *field = libtiff.TIFFFieldWithTag(writer->tiff, TIFFTAG_RICHTIFFIPTC);
  // Some versions of libtiff use the type LONG for this tag, although it contains bytes. Then zeros pad the last
  // number.
  size_t unit = field && libtiff.TIFFFieldDataType(field) == TIFF_LONG ? sizeof(uint32_t) : 1;
  size_t units = (count + unit - 1) / unit;
  uint8_t *filled = calloc(units, unit);
  if (!filled)
    return PACKSHOT_TIFF_OUT_OF_MEMORY;
  memcpy(filled, bytes, count);
  int is_set = libtiff.TIFFSetField(writer->tiff, TIFFTAG_RICHTIFFIPTC, (uint32_t)units, filled);
  free(filled);
  return status(is_set);
}

int packshot_tiff_writer_write_row(packshot_tiff_writer *writer, uint8_t *row, uint32_t y) {
  return status(libtiff.TIFFWriteScanline(writer->tiff, row, y, 0) == 1);
}

int packshot_tiff_writer_finish(packshot_tiff_writer *writer) {
  int is_written = libtiff.TIFFWriteDirectory(writer->tiff) && libtiff.TIFFFlush(writer->tiff);
  return status(is_written && !*writer->failure.message);
}

uint8_t *packshot_tiff_writer_file(const packshot_tiff_writer *writer, size_t *count) {
  *count = writer->file.count;
  return writer->file.bytes;
}
