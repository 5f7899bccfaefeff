#include "CSimd.h"
