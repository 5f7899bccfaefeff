#include "DataEnd.h"
#include "BlockSize.h"
#include "Clock.h"
#include "Failure.h"

#include <string.h>

/// Upper bound of the bits that the decoder holds when the data ends. A block that isn't plain takes at least one bit,
/// so at most as many such blocks can follow.
enum { bits_ahead = 32 };

/// A decoder that checks a file.
struct judge {
  struct jpeg_decompress_struct decoder;
  struct failure failure;
  struct jpeg_progress_mgr progress;
  double end;
};

int packshot_jpeg_ends_early(const struct jpeg_decompress_struct *decoder) {
  int marker = decoder->unread_marker;
  int is_restart = marker >= 0xd0 && marker <= 0xd7;
  return decoder->arith_code && marker && !is_restart && decoder->input_iMCU_row < decoder->total_iMCU_rows;
}

/// Ignores warnings, because the reader reports them.
static void pass_over(j_common_ptr common, int level) {
  (void)common;
  (void)level;
}

static void stop_when_late(j_common_ptr common) {
  struct judge *judge = common->client_data;
  if (packshot_jpeg_seconds_now() > judge->end)
    longjmp(judge->failure.escape, 1);
}

/// Makes the decoder deliver the components as coded, at `eighths`/8 of their size.
static void start(struct judge *judge, const uint8_t *file, size_t count, unsigned eighths) {
  struct jpeg_decompress_struct *decoder = &judge->decoder;
  jpeg_create_decompress(decoder);
  decoder->progress = &judge->progress;
  decoder->mem->max_memory_to_use = 0;
  jpeg_mem_src(decoder, file, count);
  jpeg_read_header(decoder, TRUE);
  decoder->raw_data_out = TRUE;
  decoder->scale_num = eighths;
  decoder->scale_denom = DCTSIZE;
  decoder->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(decoder);
}

/// Returns the number of a component's rows in a row of blocks.
static uint32_t group_height(const jpeg_component_info *component) {
  return (uint32_t)component->v_samp_factor * (uint32_t)BLOCK_SIZE(component);
}

static JSAMPARRAY make_rows(struct jpeg_decompress_struct *decoder, const jpeg_component_info *component) {
  JDIMENSION width = component->width_in_blocks * (JDIMENSION)BLOCK_SIZE(component);
  return decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, width, group_height(component));
}

/// Whether a component has a row of more than one value in the `index`th row of blocks, within the picture.
static int is_not_plain(const jpeg_component_info *component, JSAMPARRAY rows, uint32_t index) {
  uint32_t height = group_height(component), width = component->downsampled_width;
  for (uint32_t y = 0; y < height && index * height + y < component->downsampled_height; y++)
    if (memcmp(rows[y], rows[y] + 1, width - 1) != 0)
      return 1;
  return 0;
}

static int goes_on_without_data(struct jpeg_decompress_struct *decoder) {
  JSAMPARRAY rows[MAX_COMPONENTS];
  for (int i = 0; i < decoder->num_components; i++)
    rows[i] = make_rows(decoder, &decoder->comp_info[i]);
  uint32_t end = UINT32_MAX;
  for (uint32_t index = 0; index < decoder->total_iMCU_rows; index++) {
    jpeg_read_raw_data(decoder, rows, (JDIMENSION)(decoder->max_v_samp_factor * SMALLEST_BLOCK_SIZE(decoder)));
    // The first row of blocks that the bits read ahead can't reach.
    if (end == UINT32_MAX && packshot_jpeg_ends_early(decoder))
      end = index + 2 + bits_ahead / decoder->MCUs_per_row;
    for (int i = 0; index >= end && i < decoder->num_components; i++)
      if (is_not_plain(&decoder->comp_info[i], rows[i], index))
        return 1;
  }
  return 0;
}

static int is_invented_at(const uint8_t *file, size_t count, double end, unsigned eighths) {
  struct judge judge = {.end = end, .progress.progress_monitor = stop_when_late};
  packshot_jpeg_failure_prepare(&judge.failure);
  judge.failure.manager.emit_message = pass_over;
  judge.decoder.err = &judge.failure.manager;
  judge.decoder.client_data = &judge;
  volatile int is_invented = 0;
  if (!setjmp(judge.failure.escape)) {
    start(&judge, file, count, eighths);
    is_invented = goes_on_without_data(&judge.decoder);
  }
  jpeg_destroy_decompress(&judge.decoder);
  return is_invented;
}

int packshot_jpeg_is_invented(const uint8_t *file, size_t count, double end) {
  // Values that keep increasing are clipped to white at full size. At an eighth they wrap around.
  return is_invented_at(file, count, end, DCTSIZE) || is_invented_at(file, count, end, 1);
}
