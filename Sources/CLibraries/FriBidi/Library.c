#include "Library.h"
#include "CFriBidi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct libfribidi libfribidi;

static const char *const names[] = {LIBFRIBIDI_FUNCTIONS(PACKSHOT_FUNCTION_NAME)};

static packshot_library library = {
    .file = "libfribidi.so.0",
    .names = names,
    .functions = &libfribidi,
    .count = sizeof names / sizeof *names,
};

const char *packshot_fribidi_load(void) { return packshot_library_load(&library); }

void packshot_fribidi_version(char *version, size_t capacity) {
  // The text is "(GNU FriBidi) 1.0.8\ninterface version 4,\n…". No function returns the number alone.
  const char *const *text = (const char *const *)(const void *)libfribidi.fribidi_version_info;
  const char *number = *text ? strchr(*text, ')') : NULL;
  number = number ? number + 2 : "";
  snprintf(version, capacity, "%.*s", (int)strcspn(number, "\n ,"), number);
}

int packshot_bidi_levels(const uint32_t *line, size_t count, int direction, uint8_t *levels) {
  if (count == 0) return direction < 0;
  FriBidiCharType *types = malloc(count * sizeof *types);
  FriBidiBracketType *brackets = malloc(count * sizeof *brackets);
  FriBidiLevel *found = malloc(count * sizeof *found);
  int result = -1;
  if (types && brackets && found) {
    FriBidiParType base =
        direction == 0 ? FRIBIDI_PAR_ON : direction > 0 ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
    libfribidi.fribidi_get_bidi_types(line, (FriBidiStrIndex)count, types);
    libfribidi.fribidi_get_bracket_types(line, (FriBidiStrIndex)count, types, brackets);
    if (libfribidi.fribidi_get_par_embedding_levels_ex(types, brackets, (FriBidiStrIndex)count, &base, found)) {
      for (size_t index = 0; index < count; index++) levels[index] = (uint8_t)found[index];
      result = FRIBIDI_IS_RTL(base) ? 1 : 0;
    }
  }
  free(types);
  free(brackets);
  free(found);
  return result;
}
