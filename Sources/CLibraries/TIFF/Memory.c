#include "Memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tmsize_t read_bytes(thandle_t handle, void *buffer, tmsize_t count) {
  struct memory_file *file = handle;
  size_t left = file->position < file->count ? file->count - file->position : 0;
  size_t taken = (size_t)count < left ? (size_t)count : left;
  memcpy(buffer, file->bytes + file->position, taken);
  file->position += taken;
  return (tmsize_t)taken;
}

/// Makes room for a file of `count` bytes. Bytes that were never written are 0.
static int grow(struct memory_file *file, size_t count) {
  if (count <= file->capacity)
    return 1;
  size_t capacity = file->capacity < 4096 ? 4096 : file->capacity;
  while (capacity < count)
    capacity += capacity / 2;
  uint8_t *bytes = realloc(file->bytes, capacity);
  if (!bytes)
    return 0;
  memset(bytes + file->capacity, 0, capacity - file->capacity);
  file->bytes = bytes;
  file->capacity = capacity;
  return 1;
}

static tmsize_t write_bytes(thandle_t handle, void *buffer, tmsize_t count) {
  struct memory_file *file = handle;
  size_t end = file->position + (size_t)count;
  if (!grow(file, end))
    return 0;
  memcpy(file->bytes + file->position, buffer, (size_t)count);
  file->position = end;
  if (end > file->count)
    file->count = end;
  return count;
}

static tmsize_t write_nothing(thandle_t handle, void *buffer, tmsize_t count) {
  (void)handle, (void)buffer, (void)count;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
  struct memory_file *file = handle;
  toff_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->position : file->count;
  file->position = (size_t)(start + offset);
  return file->position;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size(thandle_t handle) { return ((struct memory_file *)handle)->count; }

static int map(thandle_t handle, void **base, toff_t *count) {
  struct memory_file *file = handle;
  *base = file->bytes;
  *count = file->count;
  return 1;
}

static int map_nothing(thandle_t handle, void **base, toff_t *count) {
  (void)handle, (void)base, (void)count;
  return 0;
}

static void unmap(thandle_t handle, void *base, toff_t count) { (void)handle, (void)base, (void)count; }

static int take_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  struct failure *failure = data;
  if (!*failure->message)
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
  return 1;
}

/// Records libjpeg's warnings as errors. If data is missing, libjpeg continues with grey, and libtiff only warns.
static int take_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  struct failure *failure = data;
  if (module && strcmp(module, "JPEGLib") == 0) {
    failure->is_decoder = 1;
    take_error(tiff, data, module, format, arguments);
  }
  return 1;
}

TIFF *packshot_tiff_open(struct memory_file *file, struct failure *failure, const char *mode, tmsize_t largest_block) {
  TIFFOpenOptions *options = libtiff.TIFFOpenOptionsAlloc();
  if (!options)
    return NULL;
  libtiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_block);
  libtiff.TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, failure);
  libtiff.TIFFOpenOptionsSetWarningHandlerExtR(options, take_warning, failure);
  int reads = *mode == 'r';
  TIFF *tiff = libtiff.TIFFClientOpenExt("", mode, file, read_bytes, reads ? write_nothing : write_bytes, seek, close_nothing,
                                         size, reads ? map : map_nothing, unmap, options);
  libtiff.TIFFOpenOptionsFree(options);
  return tiff;
}
