// SQLite with the declarations of its session extension, which records changes in tables. sqlite3.h declares it only on
// request; Debian's library includes it.
#ifndef PACKSHOT_SQLITE_SESSION_H
#define PACKSHOT_SQLITE_SESSION_H

#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// Sets whether the last connection moves the log's transactions into the database when it closes, and removes the log.
// A wrapper, because Swift can't call variadic functions.
static inline int packshot_checkpoint_on_close(sqlite3 *connection, int checkpoints) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !checkpoints, (int *)0);
}

// Takes SQLite's exclusive lock on a database file, whatever its content, until the connection is closed.
static inline int packshot_lock_file(sqlite3 *connection) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code == SQLITE_OK) code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  if (code == SQLITE_OK) code = file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
  return code;
}

#endif
