// libdeflate as it is: it takes and gives whole buffers, and says by what it returns how it went.
#pragma once

#include <libdeflate.h>
