#include "CHarfBuzz.h"
#include "Library.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct packshot_font {
  hb_face_t *face;
  hb_font_t *font;
};

// MARK: Characters

uint32_t packshot_script(uint32_t character) {
  hb_script_t script = libharfbuzz.hb_unicode_script(libharfbuzz.hb_unicode_funcs_get_default(), character);
  int is_any = script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
  return is_any ? 0 : (uint32_t)script;
}

static int is_selector(uint32_t character) {
  return (character >= 0xfe00 && character <= 0xfe0f) || (character >= 0xe0100 && character <= 0xe01ef);
}

int packshot_continues(uint32_t character) {
  hb_unicode_general_category_t category =
      libharfbuzz.hb_unicode_general_category(libharfbuzz.hb_unicode_funcs_get_default(), character);
  int is_mark = category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
                category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
                category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK;
  // Joiners, and skin tone modifiers of emoji.
  return is_mark || is_selector(character) || character == 0x200c || character == 0x200d ||
         (character >= 0x1f3fb && character <= 0x1f3ff);
}

int packshot_is_ignorable(uint32_t character) {
  return is_selector(character) || character == 0xad || character == 0x34f || character == 0x61c ||
         (character >= 0x200b && character <= 0x200f) || (character >= 0x202a && character <= 0x202e) ||
         (character >= 0x2060 && character <= 0x206f) || character == 0xfeff;
}

// MARK: Fonts

static int has_table(hb_face_t *face, hb_tag_t tag) {
  hb_blob_t *table = libharfbuzz.hb_face_reference_table(face, tag);
  int has = libharfbuzz.hb_blob_get_length(table) > 0;
  libharfbuzz.hb_blob_destroy(table);
  return has;
}

packshot_font *packshot_font_create(const uint8_t *bytes, size_t count, int *status) {
  *status = PACKSHOT_FONT_NO_FONT;
  if (count < 12 || count > 1u << 30) return NULL;
  if (!memcmp(bytes, "ttcf", 4)) {
    *status = PACKSHOT_FONT_COLLECTION;
    return NULL;
  }
  hb_blob_t *blob =
      libharfbuzz.hb_blob_create((const char *)bytes, (unsigned)count, HB_MEMORY_MODE_READONLY, NULL, NULL);
  hb_face_t *face = libharfbuzz.hb_face_create(blob, 0);
  libharfbuzz.hb_blob_destroy(blob);
  if (!has_table(face, HB_TAG('h', 'e', 'a', 'd')) || libharfbuzz.hb_face_get_glyph_count(face) == 0)
    *status = PACKSHOT_FONT_NO_FONT;
  else if (!has_table(face, HB_TAG('c', 'm', 'a', 'p')))
    *status = PACKSHOT_FONT_NO_CHARACTERS;
  else if (!has_table(face, HB_TAG('g', 'l', 'y', 'f')) && !has_table(face, HB_TAG('C', 'F', 'F', ' ')) &&
           !has_table(face, HB_TAG('C', 'F', 'F', '2')))
    *status = PACKSHOT_FONT_NO_OUTLINES;
  else
    *status = PACKSHOT_FONT_DONE;
  packshot_font *font = *status == PACKSHOT_FONT_DONE ? malloc(sizeof *font) : NULL;
  if (!font) {
    libharfbuzz.hb_face_destroy(face);
    return NULL;
  }
  font->face = face;
  // Uses HarfBuzz's own OpenType functions, because no other functions are set.
  font->font = libharfbuzz.hb_font_create(face);
  int units = (int)libharfbuzz.hb_face_get_upem(face);
  libharfbuzz.hb_font_set_scale(font->font, units, units);
  return font;
}

void packshot_font_destroy(packshot_font *font) {
  libharfbuzz.hb_font_destroy(font->font);
  libharfbuzz.hb_face_destroy(font->face);
  free(font);
}

uint32_t packshot_font_units(const packshot_font *font) { return libharfbuzz.hb_face_get_upem(font->face); }

void packshot_font_heights(const packshot_font *font, int32_t *ascender, int32_t *descender, int32_t *gap) {
  hb_position_t value;
  int units = (int)packshot_font_units(font);
  *ascender = units * 4 / 5;
  *descender = units / 5;
  *gap = 0;
  if (libharfbuzz.hb_ot_metrics_get_position(font->font, HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER, &value))
    *ascender = value;
  if (libharfbuzz.hb_ot_metrics_get_position(font->font, HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER, &value))
    *descender = value < 0 ? -value : value;
  if (libharfbuzz.hb_ot_metrics_get_position(font->font, HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP, &value) && value > 0)
    *gap = value;
}

int packshot_font_has(const packshot_font *font, uint32_t character, uint32_t selector) {
  hb_codepoint_t glyph;
  if (selector && libharfbuzz.hb_font_get_variation_glyph(font->font, character, selector, &glyph)) return 1;
  return libharfbuzz.hb_font_get_nominal_glyph(font->font, character, &glyph) && glyph != 0;
}

// MARK: Shaping

long packshot_font_shape(packshot_font *font, const uint32_t *text, size_t length, size_t start, size_t count,
                         uint32_t script, const char *language, int is_rightward, packshot_glyph *glyphs,
                         size_t capacity) {
  hb_buffer_t *buffer = libharfbuzz.hb_buffer_create();
  libharfbuzz.hb_buffer_add_utf32(buffer, text, (int)length, (unsigned)start, (int)count);
  libharfbuzz.hb_buffer_set_direction(buffer, is_rightward ? HB_DIRECTION_LTR : HB_DIRECTION_RTL);
  libharfbuzz.hb_buffer_set_script(buffer, script ? (hb_script_t)script : HB_SCRIPT_LATIN);
  if (language) libharfbuzz.hb_buffer_set_language(buffer, libharfbuzz.hb_language_from_string(language, -1));
  int flags = HB_BUFFER_FLAG_DEFAULT | (start == 0 ? HB_BUFFER_FLAG_BOT : 0) |
              (start + count == length ? HB_BUFFER_FLAG_EOT : 0);
  libharfbuzz.hb_buffer_set_flags(buffer, (hb_buffer_flags_t)flags);
  // Uses only this shaper, whatever the environment says. Other shapers have their own parsers.
  static const char *const shapers[] = {"ot", NULL};
  int is_shaped = libharfbuzz.hb_shape_full(font->font, buffer, NULL, 0, shapers) &&
                  libharfbuzz.hb_buffer_allocation_successful(buffer);
  unsigned total = 0;
  const hb_glyph_info_t *infos = libharfbuzz.hb_buffer_get_glyph_infos(buffer, &total);
  const hb_glyph_position_t *positions = libharfbuzz.hb_buffer_get_glyph_positions(buffer, NULL);
  for (unsigned index = 0; is_shaped && index < total && index < capacity; index++)
    glyphs[index] = (packshot_glyph){
        .glyph = infos[index].codepoint,
        .cluster = infos[index].cluster,
        .x_advance = positions[index].x_advance,
        .x_offset = positions[index].x_offset,
        .y_offset = positions[index].y_offset,
    };
  libharfbuzz.hb_buffer_destroy(buffer);
  return is_shaped ? (long)total : -1;
}

// MARK: Outlines

static void move_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x, float y, void *user) {
  const packshot_pen *pen = data;
  pen->move(pen->context, x, y);
}

static void line_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x, float y, void *user) {
  const packshot_pen *pen = data;
  pen->line(pen->context, x, y);
}

static void quadratic_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x1, float y1, float x,
                         float y, void *user) {
  const packshot_pen *pen = data;
  pen->quadratic(pen->context, x1, y1, x, y);
}

static void cubic_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x1, float y1, float x2,
                     float y2, float x, float y, void *user) {
  const packshot_pen *pen = data;
  pen->cubic(pen->context, x1, y1, x2, y2, x, y);
}

/// Does nothing, because the next contour's start ends this one.
static void close_path(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, void *user) {}

static hb_draw_funcs_t *functions;

static void make_functions(void) {
  functions = libharfbuzz.hb_draw_funcs_create();
  libharfbuzz.hb_draw_funcs_set_move_to_func(functions, move_to, NULL, NULL);
  libharfbuzz.hb_draw_funcs_set_line_to_func(functions, line_to, NULL, NULL);
  libharfbuzz.hb_draw_funcs_set_quadratic_to_func(functions, quadratic_to, NULL, NULL);
  libharfbuzz.hb_draw_funcs_set_cubic_to_func(functions, cubic_to, NULL, NULL);
  libharfbuzz.hb_draw_funcs_set_close_path_func(functions, close_path, NULL, NULL);
}

void packshot_font_draw(packshot_font *font, uint32_t glyph, const packshot_pen *pen) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_functions);
  libharfbuzz.hb_font_get_glyph_shape(font->font, glyph, functions, (void *)pen);
}
