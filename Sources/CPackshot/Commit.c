#include "Commit.h"

#ifndef PACKSHOT_COMMIT
#define PACKSHOT_COMMIT ""
#endif

const char *packshot_commit(void) { return PACKSHOT_COMMIT; }
