#pragma once

#include <CDynamicLibrary.h>
#include <webp/decode.h>
#include <webp/encode.h>

/// The libwebp functions in use.
#define LIBWEBP_FUNCTIONS(each) \
  each(WebPConfigInitInternal) each(WebPEncode) each(WebPFreeDecBuffer) each(WebPGetEncoderVersion) \
  each(WebPIDecGetRGB) each(WebPIDecode) each(WebPIDelete) each(WebPIUpdate) each(WebPInitDecoderConfigInternal) \
  each(WebPMemoryWrite) each(WebPMemoryWriterClear) each(WebPMemoryWriterInit) each(WebPPictureAlloc) \
  each(WebPPictureFree) each(WebPPictureInitInternal) each(WebPValidateConfig)

/// Pointers to libwebp's functions, valid after loading.
struct libwebp { LIBWEBP_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libwebp libwebp;
