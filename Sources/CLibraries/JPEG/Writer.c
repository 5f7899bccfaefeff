#include "Failure.h"

#include <stdlib.h>
#include <string.h>

struct packshot_jpeg_writer {
  struct jpeg_compress_struct encoder;
  struct failure failure;
  struct jpeg_destination_mgr destination;
  packshot_jpeg_sink sink;
  void *context;
  JOCTET buffer[PACKSHOT_JPEG_PIECE_BYTES];
};

static void send(packshot_jpeg_writer *writer, size_t count) {
  if (count > 0 && writer->sink(writer->context, writer->buffer, count) != 0) {
    writer->failure.status = PACKSHOT_JPEG_SINK_FAILED;
    longjmp(writer->failure.escape, 1);
  }
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = sizeof writer->buffer;
}

static void init_destination(j_compress_ptr encoder) { send(encoder->client_data, 0); }

/// Called by libjpeg when the buffer is full. All of it must be sent, whatever `free_in_buffer` says.
static boolean empty_output_buffer(j_compress_ptr encoder) {
  packshot_jpeg_writer *writer = encoder->client_data;
  send(writer, sizeof writer->buffer);
  return TRUE;
}

static void term_destination(j_compress_ptr encoder) {
  packshot_jpeg_writer *writer = encoder->client_data;
  send(writer, sizeof writer->buffer - writer->destination.free_in_buffer);
}

packshot_jpeg_writer *packshot_jpeg_writer_create(packshot_jpeg_sink sink, void *context) {
  packshot_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer)
    return NULL;
  packshot_jpeg_failure_prepare(&writer->failure);
  writer->encoder.err = &writer->failure.manager;
  writer->encoder.client_data = writer;
  writer->destination.init_destination = init_destination;
  writer->destination.empty_output_buffer = empty_output_buffer;
  writer->destination.term_destination = term_destination;
  writer->sink = sink;
  writer->context = context;
  if (setjmp(writer->failure.escape)) {
    packshot_jpeg_writer_destroy(writer);
    return NULL;
  }
  jpeg_create_compress(&writer->encoder);
  writer->encoder.dest = &writer->destination;
  return writer;
}

void packshot_jpeg_writer_destroy(packshot_jpeg_writer *writer) {
  if (!setjmp(writer->failure.escape))
    jpeg_destroy_compress(&writer->encoder);
  free(writer);
}

/// Defines eight-bit codes for the symbols 0 to `count` - 1, each equal to its symbol.
static void set_codes_to_symbols(JHUFF_TBL *table, int count) {
  memset(table->bits, 0, sizeof table->bits);
  table->bits[8] = (UINT8)count;
  for (int i = 0; i < count; i++)
    table->huffval[i] = (UINT8)i;
}

/// Sets the input format and the encoding parameters.
static void prepare(struct jpeg_compress_struct *encoder, uint32_t width, uint32_t height, int components,
                    J_COLOR_SPACE color, int quality, int horizontal, int vertical, int is_progressive,
                    int has_symbols_as_codes, int is_grey) {
  encoder->image_width = width;
  encoder->image_height = height;
  encoder->input_components = components;
  encoder->in_color_space = color;
  jpeg_set_defaults(encoder);
  if (is_grey)
    jpeg_set_colorspace(encoder, JCS_GRAYSCALE);
  jpeg_set_quality(encoder, quality, TRUE);
  encoder->comp_info[0].h_samp_factor = horizontal;
  encoder->comp_info[0].v_samp_factor = vertical;
  encoder->dct_method = JDCT_ISLOW;
  if (has_symbols_as_codes)
    for (int i = 0; i < 2; i++) {
      // libjpeg refuses DC symbols above 15. 255 isn't a symbol, and a code mustn't consist only of ones.
      set_codes_to_symbols(encoder->dc_huff_tbl_ptrs[i], 16);
      set_codes_to_symbols(encoder->ac_huff_tbl_ptrs[i], 255);
    }
  if (is_progressive)
    jpeg_simple_progression(encoder);
}

/// Writes consecutive whole segments.
static void write_segments(struct jpeg_compress_struct *encoder, const uint8_t *segments, size_t count) {
  for (size_t at = 0; at + 4 <= count;) {
    unsigned int length = (unsigned int)segments[at + 2] << 8 | segments[at + 3];
    jpeg_write_marker(encoder, segments[at + 1], segments + at + 4, length - 2);
    at += 2 + length;
  }
}

static void begin(struct jpeg_compress_struct *encoder, const uint8_t *profile, size_t profile_count,
                  const uint8_t *segments, size_t segments_count) {
  jpeg_start_compress(encoder, TRUE);
  write_segments(encoder, segments, segments_count);
  if (profile)
    jpeg_write_icc_profile(encoder, profile, (unsigned int)profile_count);
}

int packshot_jpeg_writer_start(packshot_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                               int horizontal, int vertical, int is_progressive, int has_symbols_as_codes, int is_grey,
                               const uint8_t *profile, size_t profile_count, const uint8_t *segments, size_t segments_count) {
  RETURN_ON_FAILURE(&writer->failure);
  prepare(&writer->encoder, width, height, 4, JCS_EXT_RGBX, quality, horizontal, vertical, is_progressive,
          has_symbols_as_codes, is_grey);
  begin(&writer->encoder, profile, profile_count, segments, segments_count);
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_writer_start_planes(packshot_jpeg_writer *writer, uint32_t width, uint32_t height, int quality,
                                      int is_progressive, int has_symbols_as_codes, const uint8_t *profile,
                                      size_t profile_count, const uint8_t *segments, size_t segments_count) {
  RETURN_ON_FAILURE(&writer->failure);
  prepare(&writer->encoder, width, height, 3, JCS_YCbCr, quality, 2, 2, is_progressive, has_symbols_as_codes, 0);
  writer->encoder.raw_data_in = TRUE;
  begin(&writer->encoder, profile, profile_count, segments, segments_count);
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_writer_write_planes(packshot_jpeg_writer *writer, const uint8_t *const planes[3],
                                      const size_t strides[3]) {
  RETURN_ON_FAILURE(&writer->failure);
  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  for (int i = 0; i < 3; i++)
    for (int y = 0; y < (i == 0 ? 2 * DCTSIZE : DCTSIZE); y++)
      rows[i][y] = (JSAMPROW)(planes[i] + y * strides[i]);
  jpeg_write_raw_data(&writer->encoder, arrays, 2 * DCTSIZE);
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_writer_write_rows(packshot_jpeg_writer *writer, const uint8_t *source, size_t stride, uint32_t rows) {
  RETURN_ON_FAILURE(&writer->failure);
  for (uint32_t done = 0; done < rows;) {
    JSAMPROW pointers[16];
    uint32_t given = rows - done < 16 ? rows - done : 16;
    // libjpeg reads through a pointer that isn't const.
    for (uint32_t i = 0; i < given; i++)
      pointers[i] = (JSAMPROW)(source + (done + i) * stride);
    done += jpeg_write_scanlines(&writer->encoder, pointers, given);
  }
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_writer_finish(packshot_jpeg_writer *writer) {
  RETURN_ON_FAILURE(&writer->failure);
  jpeg_finish_compress(&writer->encoder);
  return PACKSHOT_JPEG_DONE;
}

const char *packshot_jpeg_writer_message(const packshot_jpeg_writer *writer) { return writer->failure.message; }
