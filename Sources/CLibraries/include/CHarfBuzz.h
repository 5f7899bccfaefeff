#pragma once

// HarfBuzz behind functions that hold its objects. Fonts are read in memory, by its own OpenType functions alone, at one unit
// for each unit of the font, so that nothing is rounded.

#include <stddef.h>
#include <stdint.h>

// MARK: Loading

/// Loads HarfBuzz, unless that was tried before. NULL where it is there, otherwise the reason why not. All other functions
/// here are called after it, and where it is there.
const char *packshot_harfbuzz_load(void);

/// Its version.
const char *packshot_harfbuzz_version(void);

// MARK: Characters

/// The script of a character, as HarfBuzz names it; 0 where it takes that of the characters around it.
uint32_t packshot_script(uint32_t character);

/// Whether a character belongs to the one before it: a mark, a joiner, a variation selector.
int packshot_continues(uint32_t character);

/// Whether a character shows nothing, so that no font has to have it.
int packshot_is_ignorable(uint32_t character);

// MARK: Fonts

typedef struct packshot_font packshot_font;

/// Why bytes are no font that texts can be set in.
enum packshot_font_status {
  PACKSHOT_FONT_DONE = 0,
  PACKSHOT_FONT_NO_FONT = 1,
  PACKSHOT_FONT_NO_OUTLINES = 2,
  PACKSHOT_FONT_NO_CHARACTERS = 3,
  PACKSHOT_FONT_COLLECTION = 4,
};

/// A font that is `bytes`, which stay where they are until it is destroyed; NULL with the reason in `status`.
packshot_font *packshot_font_create(const uint8_t *bytes, size_t count, int *status);
void packshot_font_destroy(packshot_font *font);

/// Units of the em square, 16...16384.
uint32_t packshot_font_units(const packshot_font *font);

/// Units from the baseline up to the ascender, down to the descender (positive), and of the gap between lines.
void packshot_font_heights(const packshot_font *font, int32_t *ascender, int32_t *descender, int32_t *gap);

/// Whether it has a glyph for a character, as it is with the variation selector behind it, or 0.
int packshot_font_has(const packshot_font *font, uint32_t character, uint32_t selector);

// MARK: Shaping

/// A glyph in a line, in units.
typedef struct packshot_glyph {
  uint32_t glyph;
  /// The first of the characters that it stands for, by its index in the text.
  uint32_t cluster;
  int32_t x_advance;
  int32_t x_offset;
  int32_t y_offset;
} packshot_glyph;

/// Shapes `count` characters of a text from `start` on, in a script and a language (BCP 47, or NULL), and gives the glyphs from
/// left to right. Returns how many glyphs there are, at most `capacity` of which are stored; or -1 where memory is short.
long packshot_font_shape(packshot_font *font, const uint32_t *text, size_t length, size_t start, size_t count,
                         uint32_t script, const char *language, int is_rightward, packshot_glyph *glyphs, size_t capacity);

// MARK: Outlines

/// What an outline is drawn with, in units, y upwards.
typedef struct packshot_pen {
  void *context;
  void (*move)(void *context, float x, float y);
  void (*line)(void *context, float x, float y);
  void (*quadratic)(void *context, float x1, float y1, float x, float y);
  void (*cubic)(void *context, float x1, float y1, float x2, float y2, float x, float y);
} packshot_pen;

/// Draws a glyph.
void packshot_font_draw(packshot_font *font, uint32_t glyph, const packshot_pen *pen);
