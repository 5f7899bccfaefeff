#pragma once

#include <CDynamicLibrary.h>
#include <libde265/de265.h>

/// The libde265 functions in use.
#define LIBDE265_FUNCTIONS(each) \
  each(de265_decode) each(de265_flush_data) each(de265_free_decoder) each(de265_get_bits_per_pixel) \
  each(de265_get_chroma_format) each(de265_get_default_image_allocation_functions) each(de265_get_error_text) \
  each(de265_get_image_colour_primaries) each(de265_get_image_full_range_flag) each(de265_get_image_height) \
  each(de265_get_image_matrix_coefficients) each(de265_get_image_plane) \
  each(de265_get_image_transfer_characteristics) each(de265_get_image_width) each(de265_get_version) \
  each(de265_get_warning) each(de265_new_decoder) each(de265_peek_next_picture) each(de265_push_NAL) \
  each(de265_set_image_allocation_functions) each(de265_set_parameter_bool)

/// Pointers to libde265's functions, valid after loading.
struct libde265 { LIBDE265_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libde265 libde265;
