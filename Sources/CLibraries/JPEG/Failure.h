// How readers and writers return from libjpeg after an error.
#pragma once

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

/// libjpeg's error manager and packshot's own state. The manager comes first, so a pointer to it is also a pointer to
/// this struct.
struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  int status;
  char message[JMSG_LENGTH_MAX];
};

/// Sets up the manager: fatal errors set status and message and jump to `escape`. Trace messages are dropped. Warnings
/// are fatal unless the caller replaces `emit_message`.
void packshot_jpeg_failure_prepare(struct failure *failure);

/// Writes libjpeg's current message, without its prefix "Corrupt JPEG data: ", which errors say in other words.
void packshot_jpeg_describe(j_common_ptr common, char message[JMSG_LENGTH_MAX]);

/// Starts every function that calls libjpeg: returns the status of a dead handle, and is the target of the jump after
/// an error. Locals used after the jump must not change in between, or must be volatile.
#define RETURN_ON_FAILURE(failure)                          \
  if ((failure)->status != PACKSHOT_JPEG_DONE)              \
    return (failure)->status;                               \
  if (setjmp((failure)->escape))                            \
  return (failure)->status
