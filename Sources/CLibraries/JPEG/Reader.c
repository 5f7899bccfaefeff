#include "BlockSize.h"
#include "Clock.h"
#include "DataEnd.h"
#include "Failure.h"
#include "Segments.h"
#include "Skipped.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Warnings after which the picture is still correct. Every other warning means wrong pixels.
///
/// `JWRN_NOT_SEQUENTIAL` means a baseline scan whose header claims that some coefficients are missing, as many Samsung
/// phones write it. The coefficients are there, and the decoder reads them.
static const int harmless[] = {JWRN_EXTRANEOUS_DATA, JWRN_ADOBE_XFORM, JWRN_JFIF_MAJOR, JWRN_BOGUS_ICC,
                               JWRN_NOT_SEQUENTIAL};
enum { harmless_count = sizeof harmless / sizeof harmless[0] };

static const char exif_label[6] = "Exif\0";

struct packshot_jpeg_reader {
  struct jpeg_decompress_struct decoder;
  struct failure failure;
  struct jpeg_progress_mgr progress;
  int most_scans;
  /// The time at which to give up, in seconds of `packshot_jpeg_seconds_now`.
  double end;
  int has_started;
  /// The first message of each harmless warning, in order.
  char warnings[harmless_count + 1][JMSG_LENGTH_MAX];
  int warning_codes[harmless_count + 1];
  int warning_count;
  /// The bytes of the file.
  const uint8_t *bytes;
  size_t count;
  /// Whether skipped bytes in a scan's data, and a missing end marker, are always errors.
  int is_strict;
  struct skipped skipped;
  /// Whether the file ends where a marker should follow the picture's data.
  int lacks_end;
  /// Whether the data was found to end early, and the file has been checked.
  int is_judged;
};

static void give_up(packshot_jpeg_reader *reader, int status, const char *reason) {
  reader->failure.status = status;
  snprintf(reader->failure.message, sizeof reader->failure.message, "%s", reason);
  longjmp(reader->failure.escape, 1);
}

/// Gives up if the skipped bytes show that the decoded picture is wrong.
static void check_skipped(packshot_jpeg_reader *reader, size_t count) {
  struct skipped *skipped = &reader->skipped;
  // At the end of the file libjpeg reads its own end marker, which is elsewhere in memory.
  const uint8_t *end = reader->lacks_end ? reader->bytes + reader->count : reader->decoder.src->next_input_byte;
  if (packshot_jpeg_skip_is_harmless(skipped, &reader->decoder, reader->bytes, reader->count, end, count,
                                     reader->is_strict))
    return;
  char reason[JMSG_LENGTH_MAX];
  snprintf(reason, sizeof reason, "%zu bytes of picture data are left over", skipped->bytes);
  give_up(reader, PACKSHOT_JPEG_DAMAGED, reason);
}

/// Whether possibly only the end marker is missing. False if the file ends in its header, or within a marker segment
/// between two scans, which libjpeg would fill with its own bytes. libjpeg reports missing scan data later
/// (`JWRN_HIT_MARKER`), except for arithmetic coding, whose decoder can't detect it.
static int may_lack_only_end(const packshot_jpeg_reader *reader) {
  const struct jpeg_decompress_struct *decoder = &reader->decoder;
  return !reader->is_strict && !decoder->arith_code && decoder->input_scan_number > 0 && decoder->unread_marker == 0;
}

static void on_message(j_common_ptr common, int level) {
  if (level >= 0)
    return;
  packshot_jpeg_reader *reader = common->client_data;
  int code = common->err->msg_code;
  if (code == JWRN_JPEG_EOF && may_lack_only_end(reader)) {
    reader->lacks_end = 1;
    return;
  }
  if (code == JWRN_EXTRANEOUS_DATA)
    check_skipped(reader, (size_t)common->err->msg_parm.i[0]);
  for (int i = 0; i < reader->warning_count; i++)
    if (reader->warning_codes[i] == code)
      return;
  for (int i = 0; i < harmless_count; i++) {
    if (harmless[i] == code) {
      reader->warning_codes[reader->warning_count] = code;
      packshot_jpeg_describe(common, reader->warnings[reader->warning_count++]);
      return;
    }
  }
  if (reader->lacks_end)
    give_up(reader, PACKSHOT_JPEG_TRUNCATED, "");
  common->err->error_exit(common);
}

/// Called for every row of blocks in every scan, so that a file with many scans can't occupy the decoder for hours.
static void on_progress(j_common_ptr common) {
  packshot_jpeg_reader *reader = common->client_data;
  if (reader->decoder.input_scan_number > reader->most_scans)
    give_up(reader, PACKSHOT_JPEG_TOO_MANY_SCANS, "");
  if (packshot_jpeg_seconds_now() > reader->end)
    give_up(reader, PACKSHOT_JPEG_TOO_LATE, "");
}

void packshot_jpeg_reader_set_limits(packshot_jpeg_reader *reader, int most_scans, double seconds) {
  reader->most_scans = most_scans;
  reader->end = packshot_jpeg_seconds_now() + seconds;
}

void packshot_jpeg_reader_be_strict(packshot_jpeg_reader *reader) { reader->is_strict = 1; }

packshot_jpeg_reader *packshot_jpeg_reader_create(void) {
  packshot_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader)
    return NULL;
  packshot_jpeg_failure_prepare(&reader->failure);
  reader->failure.manager.emit_message = on_message;
  packshot_jpeg_reader_set_limits(reader, INT_MAX, INFINITY);
  reader->progress.progress_monitor = on_progress;
  reader->decoder.err = &reader->failure.manager;
  reader->decoder.client_data = reader;
  if (setjmp(reader->failure.escape)) {
    packshot_jpeg_reader_destroy(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->decoder);
  reader->decoder.progress = &reader->progress;
  // Ignores the limit from the environment (JPEGMEM), because there is no backing store to fall back on.
  reader->decoder.mem->max_memory_to_use = 0;
  jpeg_save_markers(&reader->decoder, JPEG_APP0 + 1, 0xffff);
  jpeg_save_markers(&reader->decoder, JPEG_APP0 + 2, 0xffff);
  return reader;
}

void packshot_jpeg_reader_destroy(packshot_jpeg_reader *reader) {
  if (!setjmp(reader->failure.escape))
    jpeg_destroy_decompress(&reader->decoder);
  free(reader);
}

static int color_of(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE: return PACKSHOT_JPEG_GREY;
    case JCS_YCbCr: return PACKSHOT_JPEG_YCBCR;
    case JCS_RGB: return PACKSHOT_JPEG_RGB;
    case JCS_CMYK: return PACKSHOT_JPEG_CMYK;
    case JCS_YCCK: return PACKSHOT_JPEG_YCCK;
    default: return PACKSHOT_JPEG_OTHER;
  }
}

/// Returns the bytes of all coefficients: each component's blocks, padded to whole MCUs.
static uint64_t coefficient_bytes(const struct jpeg_decompress_struct *decoder) {
  uint64_t blocks = 0;
  for (int i = 0; i < decoder->num_components; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    uint64_t h = component->h_samp_factor, v = component->v_samp_factor;
    blocks += (component->width_in_blocks + h - 1) / h * h * ((component->height_in_blocks + v - 1) / v * v);
  }
  return blocks * sizeof(JBLOCK);
}

static void describe_chroma(const struct jpeg_decompress_struct *decoder, packshot_jpeg_header *header) {
  if (decoder->jpeg_color_space != JCS_YCbCr)
    return;
  const jpeg_component_info *luma = &decoder->comp_info[0], *blue = &decoder->comp_info[1], *red = &decoder->comp_info[2];
  if (blue->h_samp_factor != red->h_samp_factor ||
      blue->v_samp_factor != red->v_samp_factor || luma->h_samp_factor % blue->h_samp_factor != 0 ||
      luma->v_samp_factor % blue->v_samp_factor != 0)
    return;
  header->chroma_step_x = luma->h_samp_factor / blue->h_samp_factor;
  header->chroma_step_y = luma->v_samp_factor / blue->v_samp_factor;
}

int packshot_jpeg_reader_read_header(packshot_jpeg_reader *reader, const uint8_t *bytes, size_t count,
                                     packshot_jpeg_header *header) {
  RETURN_ON_FAILURE(&reader->failure);
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  reader->bytes = bytes;
  reader->count = count;
  jpeg_mem_src(decoder, bytes, count);
  jpeg_read_header(decoder, TRUE);
  *header = (packshot_jpeg_header){
      .width = decoder->image_width,
      .height = decoder->image_height,
      .components = decoder->num_components,
      .color = color_of(decoder->jpeg_color_space),
      .is_progressive = decoder->progressive_mode,
      .is_inverted = decoder->saw_Adobe_marker,
      .coefficient_bytes = jpeg_has_multiple_scans(decoder) ? coefficient_bytes(decoder) : 0,
  };
  describe_chroma(decoder, header);
  return PACKSHOT_JPEG_DONE;
}

size_t packshot_jpeg_metadata_bytes(const uint8_t *bytes, size_t count) {
  size_t sum = 0, place = 2;
  struct segment segment;
  // The first scan ends the header.
  while (packshot_jpeg_next_segment(bytes, count, &place, &segment) && segment.marker != 0xda)
    if (segment.marker == JPEG_APP0 + 1 || segment.marker == JPEG_APP0 + 2)
      sum += segment.end - segment.start;
  return sum;
}

const uint8_t *packshot_jpeg_reader_exif(const packshot_jpeg_reader *reader, size_t *count) {
  for (jpeg_saved_marker_ptr marker = reader->decoder.marker_list; marker; marker = marker->next) {
    if (marker->marker == JPEG_APP0 + 1 && marker->data_length >= sizeof exif_label &&
        memcmp(marker->data, exif_label, sizeof exif_label) == 0) {
      *count = marker->data_length - sizeof exif_label;
      return marker->data + sizeof exif_label;
    }
  }
  return NULL;
}

int packshot_jpeg_reader_copy_icc_profile(packshot_jpeg_reader *reader, uint8_t **profile, size_t *count) {
  RETURN_ON_FAILURE(&reader->failure);
  JOCTET *data = NULL;
  unsigned int length = 0;
  *profile = jpeg_read_icc_profile(&reader->decoder, &data, &length) ? data : NULL;
  *count = length;
  return PACKSHOT_JPEG_DONE;
}

void packshot_jpeg_free(uint8_t *profile) { free(profile); }

/// Sets the library's defaults, as in djpeg, explicitly because pixels depend on them: the accurate integer DCT (equal
/// with every instruction set), and interpolated instead of repeated chroma.
static void ask_for(struct jpeg_decompress_struct *decoder, J_COLOR_SPACE color, int eighths) {
  decoder->out_color_space = color;
  decoder->scale_num = eighths;
  decoder->scale_denom = 8;
  decoder->dct_method = JDCT_ISLOW;
  decoder->do_fancy_upsampling = TRUE;
  jpeg_calc_output_dimensions(decoder);
}

int packshot_jpeg_reader_set_scale(packshot_jpeg_reader *reader, int eighths, uint32_t *width, uint32_t *height) {
  RETURN_ON_FAILURE(&reader->failure);
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  int has_black = decoder->jpeg_color_space == JCS_CMYK || decoder->jpeg_color_space == JCS_YCCK;
  ask_for(decoder, has_black ? JCS_CMYK : JCS_EXT_RGBA, eighths);
  *width = decoder->output_width;
  *height = decoder->output_height;
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_reader_set_plane_scale(packshot_jpeg_reader *reader, int eighths, packshot_jpeg_plane planes[3]) {
  RETURN_ON_FAILURE(&reader->failure);
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  J_COLOR_SPACE color = decoder->jpeg_color_space;
  if (color != JCS_GRAYSCALE && color != JCS_YCbCr) {
    reader->failure.status = PACKSHOT_JPEG_UNSUPPORTED;
    longjmp(reader->failure.escape, 1);
  }
  decoder->raw_data_out = TRUE;
  ask_for(decoder, color, eighths);
  for (int i = 0; i < decoder->num_components; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    planes[i] = (packshot_jpeg_plane){
        .width = component->downsampled_width,
        .height = component->downsampled_height,
        .padded_width = component->width_in_blocks * BLOCK_SIZE(component),
        .group_height = component->v_samp_factor * BLOCK_SIZE(component),
    };
  }
  return PACKSHOT_JPEG_DONE;
}

/// Whether the scans of a multi-scan file contained all bits of all coefficients. libjpeg guesses missing ones.
static int has_all_scans(const struct jpeg_decompress_struct *decoder) {
  for (int i = 0; i < decoder->num_components; i++) {
    if (!decoder->comp_info[i].quant_table)
      return 0;
    for (int k = 0; decoder->progressive_mode && k < DCTSIZE2; k++)
      if (decoder->coef_bits[i][k] != 0)
        return 0;
  }
  return 1;
}

/// Starts the decoder. For a file with several scans, this reads all of them. libjpeg doesn't report a component that
/// was in none of them, and decodes it as flat grey. It can be detected because libjpeg takes a component's
/// quantisation table at its first scan.
static void start(packshot_jpeg_reader *reader) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  jpeg_start_decompress(decoder);
  if (reader->lacks_end && jpeg_has_multiple_scans(decoder) && !has_all_scans(decoder))
    give_up(reader, PACKSHOT_JPEG_TRUNCATED, "");
  for (int i = 0; i < decoder->num_components; i++)
    if (!decoder->comp_info[i].quant_table)
      give_up(reader, PACKSHOT_JPEG_DAMAGED, "a colour component is in no scan");
  reader->has_started = 1;
}

/// Gives up if the picture continues after the end of its data. Must be called after each row of blocks.
static void check_end(packshot_jpeg_reader *reader) {
  if (reader->is_judged || !packshot_jpeg_ends_early(&reader->decoder))
    return;
  reader->is_judged = 1;
  if (packshot_jpeg_is_invented(reader->bytes, reader->count, reader->end))
    give_up(reader, PACKSHOT_JPEG_DAMAGED, "premature end of data segment");
}

int packshot_jpeg_reader_read_rows(packshot_jpeg_reader *reader, uint8_t *destination, size_t stride, uint32_t rows) {
  RETURN_ON_FAILURE(&reader->failure);
  if (!reader->has_started)
    start(reader);
  // At a reduced scale, sixteen rows contain several rows of blocks, and `check_end` must see each of them.
  uint32_t most = reader->decoder.arith_code ? 1 : 16;
  for (uint32_t done = 0; done < rows;) {
    JSAMPROW pointers[16];
    uint32_t asked = rows - done < most ? rows - done : most;
    for (uint32_t i = 0; i < asked; i++)
      pointers[i] = destination + (done + i) * stride;
    done += jpeg_read_scanlines(&reader->decoder, pointers, asked);
    check_end(reader);
  }
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_reader_read_planes(packshot_jpeg_reader *reader, uint8_t *const planes[3], const size_t strides[3]) {
  RETURN_ON_FAILURE(&reader->failure);
  if (!reader->has_started)
    start(reader);
  // In a group, a component has at most four rows of blocks, of at most eight rows each.
  JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  for (int i = 0; i < decoder->num_components; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    int height = component->v_samp_factor * BLOCK_SIZE(component);
    for (int y = 0; y < height; y++)
      rows[i][y] = planes[i] + y * strides[i];
  }
  jpeg_read_raw_data(decoder, arrays, decoder->max_v_samp_factor * SMALLEST_BLOCK_SIZE(decoder));
  check_end(reader);
  return PACKSHOT_JPEG_DONE;
}

int packshot_jpeg_reader_finish(packshot_jpeg_reader *reader) {
  RETURN_ON_FAILURE(&reader->failure);
  jpeg_finish_decompress(&reader->decoder);
  if (reader->lacks_end)
    snprintf(reader->warnings[reader->warning_count++], JMSG_LENGTH_MAX,
             "its end marker (EOI) is missing; all of its picture's data is present");
  return PACKSHOT_JPEG_DONE;
}

uint32_t packshot_jpeg_reader_whole_rows(const packshot_jpeg_reader *reader) {
  const struct jpeg_decompress_struct *decoder = &reader->decoder;
  if (decoder->progressive_mode || decoder->comps_in_scan < decoder->num_components)
    return 0;
  uint64_t rows = (uint64_t)decoder->input_iMCU_row * (uint64_t)decoder->max_v_samp_factor * DCTSIZE;
  return rows < decoder->image_height ? (uint32_t)rows : decoder->image_height;
}

const char *packshot_jpeg_reader_warning(const packshot_jpeg_reader *reader, int index) {
  return index < reader->warning_count ? reader->warnings[index] : NULL;
}

const char *packshot_jpeg_reader_message(const packshot_jpeg_reader *reader) { return reader->failure.message; }
