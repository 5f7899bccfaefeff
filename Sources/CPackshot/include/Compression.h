// zlib, which inflates the entries of ZIP archives piece by piece. libdeflate is faster, but needs whole buffers.
#pragma once

#include <zlib.h>
