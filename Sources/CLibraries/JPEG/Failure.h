// How readers and writers leave libjpeg when it gives up.
#pragma once

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

/// libjpeg's error manager and what we keep beside it. The manager is first, so a pointer to it is one to this.
struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  int status;
  char message[JMSG_LENGTH_MAX];
};

/// Fills in the manager: fatal errors set status and message and jump to `escape`. Trace messages go nowhere; a
/// warning is fatal unless the caller puts an `emit_message` of its own in place.
void packshot_jpeg_failure_prepare(struct failure *failure);

/// Writes libjpeg's current message, without the words that the caller says anyway.
void packshot_jpeg_describe(j_common_ptr common, char message[JMSG_LENGTH_MAX]);

/// Opens every function that enters libjpeg: returns the status of a dead handle, and comes back here when the
/// library gives up. Locals that are used after it must not change in between, or be volatile.
#define RETURN_ON_FAILURE(failure)                          \
  if ((failure)->status != PACKSHOT_JPEG_DONE)              \
    return (failure)->status;                               \
  if (setjmp((failure)->escape))                            \
  return (failure)->status
