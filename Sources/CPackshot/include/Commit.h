#pragma once

/// Returns PACKSHOT_COMMIT as set in the environment of `swift build`; empty if it wasn't set.
const char *packshot_commit(void);
