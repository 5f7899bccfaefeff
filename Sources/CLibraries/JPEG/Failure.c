#include "Failure.h"

#include <string.h>

static const char prefix[] = "Corrupt JPEG data: ";

void packshot_jpeg_describe(j_common_ptr common, char message[JMSG_LENGTH_MAX]) {
  common->err->format_message(common, message);
  size_t skipped = strncmp(message, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
  memmove(message, message + skipped, strlen(message + skipped) + 1);
}

/// Maps libjpeg's error code to a status.
static int status_of(int code) {
  switch (code) {
    case JWRN_JPEG_EOF:
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF:
      return PACKSHOT_JPEG_TRUNCATED;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
      return PACKSHOT_JPEG_UNSUPPORTED;
    case JERR_OUT_OF_MEMORY:
      return PACKSHOT_JPEG_OUT_OF_MEMORY;
    default:
      return PACKSHOT_JPEG_DAMAGED;
  }
}

static void on_error(j_common_ptr common) {
  struct failure *failure = (struct failure *)common->err;
  int value = failure->manager.msg_parm.i[0];
  failure->status = status_of(failure->manager.msg_code);
  switch (failure->manager.msg_code) {
    case JERR_IMAGE_TOO_BIG:
      snprintf(failure->message, sizeof failure->message, "a side longer than %d pixels", value);
      break;
    case JERR_BAD_PRECISION:
      snprintf(failure->message, sizeof failure->message, "%d-bit samples", value);
      break;
    case JERR_SOF_UNSUPPORTED:
      // T.81 table B.1: the last of each group of four frame markers is lossless. All other frames that libjpeg doesn't
      // support are hierarchical.
      snprintf(failure->message, sizeof failure->message, "%s coding (frame type 0x%02x)",
               (value & 3) == 3 ? "lossless" : "hierarchical", value);
      break;
    default:
      packshot_jpeg_describe(common, failure->message);
  }
  longjmp(failure->escape, 1);
}

static void on_message(j_common_ptr common, int level) {
  if (level < 0)
    common->err->error_exit(common);
}

void packshot_jpeg_failure_prepare(struct failure *failure) {
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = on_error;
  failure->manager.emit_message = on_message;
}
