#pragma once

// HarfBuzz, wrapped in functions that hold its objects. Fonts are read in memory, only by HarfBuzz's own OpenType
// functions, at a scale of one font unit, so that nothing is rounded.

#include <stddef.h>
#include <stdint.h>

// MARK: Loading

/// Loads HarfBuzz on the first call. Returns NULL on success, otherwise the reason for the failure. All other functions
/// may be called only after success.
const char *packshot_harfbuzz_load(void);

/// Returns the library's version.
const char *packshot_harfbuzz_version(void);

// MARK: Characters

/// Returns HarfBuzz's code for the script of a character; 0 if the character takes the script of its neighbours.
uint32_t packshot_script(uint32_t character);

/// Whether a character belongs to the previous one: a mark, a joiner, a variation selector.
int packshot_continues(uint32_t character);

/// Whether a character is invisible, so that fonts don't need it.
int packshot_is_ignorable(uint32_t character);

// MARK: Fonts

typedef struct packshot_font packshot_font;

/// Whether bytes can be used as a font, and if not, why.
enum packshot_font_status {
  PACKSHOT_FONT_DONE = 0,
  PACKSHOT_FONT_NO_FONT = 1,
  PACKSHOT_FONT_NO_OUTLINES = 2,
  PACKSHOT_FONT_NO_CHARACTERS = 3,
  PACKSHOT_FONT_COLLECTION = 4,
};

/// Creates a font from `bytes`, which must stay valid until the font is destroyed. NULL on failure, with the reason in
/// `status`.
packshot_font *packshot_font_create(const uint8_t *bytes, size_t count, int *status);
void packshot_font_destroy(packshot_font *font);

/// Returns the units per em, 16...16384.
uint32_t packshot_font_units(const packshot_font *font);

/// Returns the ascender, the descender (positive) and the gap between lines, in font units.
void packshot_font_heights(const packshot_font *font, int32_t *ascender, int32_t *descender, int32_t *gap);

/// Whether the font has a glyph for a character, followed by the variation selector if it isn't 0.
int packshot_font_has(const packshot_font *font, uint32_t character, uint32_t selector);

// MARK: Shaping

/// A glyph in a line, in font units.
typedef struct packshot_glyph {
  uint32_t glyph;
  /// Index in the text of the first character that the glyph represents.
  uint32_t cluster;
  int32_t x_advance;
  int32_t x_offset;
  int32_t y_offset;
} packshot_glyph;

/// Shapes `count` characters of a text starting at `start`, in a script and a language (BCP 47, or NULL). Stores the
/// glyphs from left to right, at most `capacity` of them. Returns the number of glyphs, or -1 if memory is short.
long packshot_font_shape(packshot_font *font, const uint32_t *text, size_t length, size_t start, size_t count,
                         uint32_t script, const char *language, int is_rightward, packshot_glyph *glyphs, size_t capacity);

// MARK: Outlines

/// Callbacks for drawing an outline, in font units with y upwards.
typedef struct packshot_pen {
  void *context;
  void (*move)(void *context, float x, float y);
  void (*line)(void *context, float x, float y);
  void (*quadratic)(void *context, float x1, float y1, float x, float y);
  void (*cubic)(void *context, float x1, float y1, float x2, float y2, float x, float y);
} packshot_pen;

/// Draws a glyph.
void packshot_font_draw(packshot_font *font, uint32_t glyph, const packshot_pen *pen);
