#pragma once

#include <CDynamicLibrary.h>
#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>

/// The HarfBuzz functions in use.
#define LIBHARFBUZZ_FUNCTIONS(each) \
  each(hb_blob_create) each(hb_blob_destroy) each(hb_blob_get_length) each(hb_buffer_add_utf32) \
  each(hb_buffer_allocation_successful) each(hb_buffer_create) each(hb_buffer_destroy) each(hb_buffer_get_glyph_infos) \
  each(hb_buffer_get_glyph_positions) each(hb_buffer_set_direction) each(hb_buffer_set_flags) \
  each(hb_buffer_set_language) each(hb_buffer_set_script) each(hb_draw_funcs_create) \
  each(hb_draw_funcs_set_close_path_func) each(hb_draw_funcs_set_cubic_to_func) each(hb_draw_funcs_set_line_to_func) \
  each(hb_draw_funcs_set_move_to_func) each(hb_draw_funcs_set_quadratic_to_func) each(hb_face_create) \
  each(hb_face_destroy) each(hb_face_get_glyph_count) each(hb_face_get_upem) each(hb_face_reference_table) \
  each(hb_font_create) each(hb_font_destroy) each(hb_font_get_glyph_shape) each(hb_font_get_nominal_glyph) \
  each(hb_font_get_variation_glyph) each(hb_font_set_scale) each(hb_language_from_string) \
  each(hb_ot_metrics_get_position) each(hb_shape_full) each(hb_unicode_funcs_get_default) \
  each(hb_unicode_general_category) each(hb_unicode_script) each(hb_version_string)

/// Pointers to HarfBuzz's functions, valid after loading.
struct libharfbuzz { LIBHARFBUZZ_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libharfbuzz libharfbuzz;
