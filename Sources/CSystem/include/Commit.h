#pragma once

/// Returns the commit that this build was made from, or an empty text if the build wasn't told: PACKSHOT_COMMIT in the
/// environment of `swift build`.
const char *packshot_commit(void);
