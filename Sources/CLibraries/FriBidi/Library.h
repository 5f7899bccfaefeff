#pragma once

#include <CDynamicLibrary.h>
#include <fribidi/fribidi.h>

/// What is called of FriBidi. Its version is a variable, which comes the same way.
#define LIBFRIBIDI_FUNCTIONS(each) \
  each(fribidi_get_bidi_types) each(fribidi_get_bracket_types) each(fribidi_get_par_embedding_levels_ex) \
  each(fribidi_version_info)

/// FriBidi's functions, once it is loaded.
struct libfribidi { LIBFRIBIDI_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libfribidi libfribidi;
