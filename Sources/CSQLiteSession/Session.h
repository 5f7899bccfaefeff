// SQLite with the declarations of its session extension, which records what changes in tables. sqlite3.h leaves them
// out unless asked; Debian builds the library with them.
#ifndef PACKSHOT_SQLITE_SESSION_H
#define PACKSHOT_SQLITE_SESSION_H

#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

#endif
