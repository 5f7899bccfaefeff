#pragma once

#include <CDynamicLibrary.h>
#include <tiffio.h>

/// The libtiff functions in use.
#define LIBTIFF_FUNCTIONS(each) \
  each(TIFFClientOpenExt) each(TIFFClose) each(TIFFComputeStrip) each(TIFFComputeTile) each(TIFFFieldDataType) \
  each(TIFFFieldWithTag) each(TIFFFlush) \
  each(TIFFGetField) each(TIFFGetFieldDefaulted) each(TIFFGetStrileByteCount) each(TIFFGetStrileOffset) \
  each(TIFFGetVersion) each(TIFFIsCODECConfigured) each(TIFFIsTiled) each(TIFFLastDirectory) \
  each(TIFFOpenOptionsAlloc) each(TIFFOpenOptionsFree) each(TIFFOpenOptionsSetErrorHandlerExtR) \
  each(TIFFOpenOptionsSetMaxSingleMemAlloc) each(TIFFOpenOptionsSetWarningHandlerExtR) each(TIFFReadDirectory) \
  each(TIFFReadEncodedStrip) each(TIFFReadEncodedTile) each(TIFFSetField) each(TIFFTileSize) \
  each(TIFFVStripSize) each(TIFFWriteDirectory) each(TIFFWriteScanline)

/// Pointers to libtiff's functions, valid after loading.
struct libtiff { LIBTIFF_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libtiff libtiff;
