// A VFS that reads a database in WAL mode without creating or changing a file. SQLite keeps the index of the
// write-ahead log in a file beside the database, which can't be created on a full or read-only disk. This VFS keeps the
// index in the process's memory. Other connections don't see this reader, so callers must check that the files haven't
// changed meanwhile.
#ifndef PACKSHOT_PRIVATE_INDEX_H
#define PACKSHOT_PRIVATE_INDEX_H

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define PACKSHOT_PRIVATE_INDEX "packshot-private-index"

// SQLite's own file object follows this struct in memory.
typedef struct {
  sqlite3_file base;
  // Whether the file is a write-ahead log that doesn't exist. It counts as a log without transactions.
  int isMissing;
  int regionCount;
  void **regions;
} packshot_file;

static inline sqlite3_file *packshot_real(sqlite3_file *file) { return (sqlite3_file *)((packshot_file *)file + 1); }

static int packshot_shm_unmap(sqlite3_file *file, int removes) {
  packshot_file *own = (packshot_file *)file;
  (void)removes;
  for (int i = 0; i < own->regionCount; i++) free(own->regions[i]);
  free(own->regions);
  own->regions = 0;
  own->regionCount = 0;
  return SQLITE_OK;
}

static int packshot_shm_map(sqlite3_file *file, int number, int size, int extends, void volatile **region) {
  packshot_file *own = (packshot_file *)file;
  *region = 0;
  if (number >= own->regionCount) {
    if (!extends) return SQLITE_OK;
    void **regions = (void **)realloc(own->regions, sizeof(void *) * (size_t)(number + 1));
    if (!regions) return SQLITE_NOMEM;
    own->regions = regions;
    while (own->regionCount <= number) {
      void *memory = calloc(1, (size_t)size);
      if (!memory) return SQLITE_NOMEM;
      regions[own->regionCount++] = memory;
    }
  }
  *region = own->regions[number];
  return SQLITE_OK;
}

static int packshot_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  (void)file, (void)offset, (void)count, (void)flags;
  return SQLITE_OK;
}

static void packshot_shm_barrier(sqlite3_file *file) { (void)file; }

static int packshot_close(sqlite3_file *file) {
  packshot_shm_unmap(file, 0);
  sqlite3_file *real = packshot_real(file);
  return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int packshot_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *real = packshot_real(file);
  if (!((packshot_file *)file)->isMissing) return real->pMethods->xRead(real, bytes, count, offset);
  memset(bytes, 0, (size_t)count);
  return SQLITE_IOERR_SHORT_READ;
}

static int packshot_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  (void)file, (void)bytes, (void)count, (void)offset;
  return SQLITE_READONLY;
}

static int packshot_truncate(sqlite3_file *file, sqlite3_int64 size) {
  (void)file, (void)size;
  return SQLITE_READONLY;
}

static int packshot_sync(sqlite3_file *file, int flags) {
  (void)file, (void)flags;
  return SQLITE_OK;
}

static int packshot_size(sqlite3_file *file, sqlite3_int64 *size) {
  sqlite3_file *real = packshot_real(file);
  if (!((packshot_file *)file)->isMissing) return real->pMethods->xFileSize(real, size);
  *size = 0;
  return SQLITE_OK;
}

static int packshot_lock(sqlite3_file *file, int level) {
  sqlite3_file *real = packshot_real(file);
  return real->pMethods ? real->pMethods->xLock(real, level) : SQLITE_OK;
}

static int packshot_unlock(sqlite3_file *file, int level) {
  sqlite3_file *real = packshot_real(file);
  return real->pMethods ? real->pMethods->xUnlock(real, level) : SQLITE_OK;
}

static int packshot_check_reserved(sqlite3_file *file, int *isReserved) {
  sqlite3_file *real = packshot_real(file);
  *isReserved = 0;
  return real->pMethods ? real->pMethods->xCheckReservedLock(real, isReserved) : SQLITE_OK;
}

static int packshot_control(sqlite3_file *file, int operation, void *argument) {
  sqlite3_file *real = packshot_real(file);
  return real->pMethods ? real->pMethods->xFileControl(real, operation, argument) : SQLITE_NOTFOUND;
}

static int packshot_sector_size(sqlite3_file *file) {
  sqlite3_file *real = packshot_real(file);
  return real->pMethods && real->pMethods->xSectorSize ? real->pMethods->xSectorSize(real) : 0;
}

static int packshot_characteristics(sqlite3_file *file) {
  sqlite3_file *real = packshot_real(file);
  return real->pMethods && real->pMethods->xDeviceCharacteristics ? real->pMethods->xDeviceCharacteristics(real) : 0;
}

static const sqlite3_io_methods packshot_methods = {
    2,
    packshot_close,
    packshot_read,
    packshot_write,
    packshot_truncate,
    packshot_sync,
    packshot_size,
    packshot_lock,
    packshot_unlock,
    packshot_check_reserved,
    packshot_control,
    packshot_sector_size,
    packshot_characteristics,
    packshot_shm_map,
    packshot_shm_lock,
    packshot_shm_barrier,
    packshot_shm_unmap,
    0,
    0,
};

static int packshot_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *found) {
  packshot_file *own = (packshot_file *)file;
  sqlite3_file *real = packshot_real(file);
  // SQLite's default VFS. Its functions must receive it instead of the VFS derived from it.
  sqlite3_vfs *system = sqlite3_vfs_find(0);
  (void)vfs;
  memset(own, 0, sizeof *own);
  real->pMethods = 0;
  if (flags & SQLITE_OPEN_WAL) {
    int isThere = 0;
    flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_WAL;
    int code = system->xAccess(system, name, SQLITE_ACCESS_EXISTS, &isThere);
    if (code != SQLITE_OK) return code;
    if (!isThere) {
      own->isMissing = 1;
      own->base.pMethods = &packshot_methods;
      if (found) *found = flags;
      return SQLITE_OK;
    }
  }
  int code = system->xOpen(system, name, real, flags, found);
  // Without methods after a failure, so that SQLite doesn't close the file.
  own->base.pMethods = code == SQLITE_OK ? &packshot_methods : 0;
  return code;
}

// Registers the VFS under its name. Must be called once.
static inline int packshot_register_private_index(void) {
  static sqlite3_vfs vfs;
  sqlite3_vfs *system = sqlite3_vfs_find(0);
  if (!system) return SQLITE_ERROR;
  vfs = *system;
  vfs.zName = PACKSHOT_PRIVATE_INDEX;
  vfs.szOsFile = system->szOsFile + (int)sizeof(packshot_file);
  vfs.xOpen = packshot_open;
  vfs.pNext = 0;
  return sqlite3_vfs_register(&vfs, 0);
}

#endif
