#pragma once

#include <CDynamicLibrary.h>
#include <fribidi/fribidi.h>

/// The FriBidi functions in use. The version is a variable, which is looked up in the same way.
#define LIBFRIBIDI_FUNCTIONS(each) \
  each(fribidi_get_bidi_types) each(fribidi_get_bracket_types) each(fribidi_get_par_embedding_levels_ex) \
  each(fribidi_version_info)

/// Pointers to FriBidi's functions, valid after loading.
struct libfribidi { LIBFRIBIDI_FUNCTIONS(PACKSHOT_FUNCTION_POINTER) };
extern struct libfribidi libfribidi;
