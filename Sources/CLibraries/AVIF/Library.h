#pragma once

#include <CDynamicLibrary.h>
#include <avif/avif.h>

/// The libavif functions in use.
#define LIBAVIF_FUNCTIONS(each) \
  each(avifCodecName) each(avifCodecVersions) each(avifDecoderCreate) each(avifDecoderDestroy) \
  each(avifDecoderNextImage) each(avifDecoderParse) each(avifDecoderSetIOMemory) each(avifEncoderCreate) \
  each(avifEncoderDestroy) each(avifEncoderWrite) each(avifGetPixelFormatInfo) each(avifImageAllocatePlanes) \
  each(avifImageCreate) each(avifImageDestroy) each(avifImageSetMetadataExif) each(avifImageSetMetadataXMP) \
  each(avifImageSetProfileICC) \
  each(avifRWDataFree)   each(avifResultToString) each(avifVersion)

/// Pointers to libavif's functions, valid after loading.
struct libavif { LIBAVIF_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libavif libavif;
