// libdeflate without a wrapper: it processes whole buffers, and reports errors by return values.
#pragma once

#include <libdeflate.h>
