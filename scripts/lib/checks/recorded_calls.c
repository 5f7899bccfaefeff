// Records every call that changes or flushes files below RECORDED_FOLDER, and between calls how much the program has written to
// standard output. This library is loaded before libc (LD_PRELOAD).
//
// Each call is appended to the file RECORDED_LOG: a `struct entry`, then two paths (the second for links and renames), and the written
// bytes. Files are identified by inode, folders by path. A lock is held during each call and its entry, so the order of the log is a
// possible order of the calls. A call that isn't supported is recorded as such, and a reader of the log must refuse it. Failed calls
// are left out. `recorded_calls.py` reads the log.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct entry {
  char call;
  uint64_t inode, number;
  uint32_t path_size, other_size, data_size;
} __attribute__((packed));

enum { most_descriptors = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int output = -1, has_recorded;
static char folder[PATH_MAX];
// Descriptors of open files and folders below the folder. Workers have none, because the sandbox forbids asking for a descriptor's path.
static char is_recorded[most_descriptors];

__attribute__((constructor)) static void begin(void) {
  const char *below = getenv("RECORDED_FOLDER"), *file = getenv("RECORDED_LOG");
  if (!below || !file) return;
  strncpy(folder, below, sizeof folder - 1);
  output = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
}

static void append(const void *bytes, size_t size) {
  if (size && syscall(SYS_write, output, bytes, size) != (ssize_t)size) abort();
}

static void append_entry(
    char call, uint64_t inode, uint64_t number, const char *path, const char *other, const void *data, size_t size) {
  struct entry entry = {call, inode, number, path ? strlen(path) : 0, other ? strlen(other) : 0, size};
  append(&entry, sizeof entry);
  append(path, entry.path_size);
  append(other, entry.other_size);
  append(data, size);
}

// Records the length of standard output, which is a file. It is polled, because libc's own writes bypass this library.
static void append_said(void) {
  static off_t said;
  struct stat status;
  if (fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == said) return;
  said = status.st_size;
  append_entry('o', 0, said, 0, 0, 0, 0);
}

static void record(
    char call, uint64_t inode, uint64_t number, const char *path, const char *other, const void *data, size_t size) {
  int error = errno;
  has_recorded = 1;
  append_said();
  append_entry(call, inode, number, path, other, data, size);
  errno = error;
}

__attribute__((destructor)) static void end(void) {
  if (has_recorded) append_said();
}

// Makes a path that is relative to a folder absolute. Returns false if it is neither the recorded folder nor below it.
static int is_below(int start, const char *path, char *whole) {
  if (output < 0) return 0;
  whole[0] = 0;
  if (path[0] != '/') {
    char link[64];
    snprintf(link, sizeof link, start == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", start);
    ssize_t length = readlink(link, whole, PATH_MAX - 1);
    if (length < 0) return 0;
    whole[length] = '/';
    whole[length + 1] = 0;
  }
  strncat(whole, path, PATH_MAX - 1 - strlen(whole));
  size_t length = strlen(folder);
  return strncmp(whole, folder, length) == 0 && (whole[length] == '/' || !whole[length]);
}

// Whether a descriptor belongs to a recorded file or folder, as `kind` says. If so, sets `status`.
static int is_open(int descriptor, mode_t kind, struct stat *status) {
  if (output < 0 || descriptor < 0 || descriptor >= most_descriptors || !is_recorded[descriptor]) return 0;
  return fstat(descriptor, status) == 0 && (status->st_mode & S_IFMT) == kind;
}

#define REAL(name) \
  static typeof(&name) real; \
  if (!real) real = (typeof(&name))dlsym(RTLD_NEXT, #name)

// Calls that create or open files.

static int opened(int start, const char *path, int flags, mode_t mode) {
  char whole[PATH_MAX];
  if (!is_below(start, path, whole)) {
    int descriptor = syscall(SYS_openat, start, path, flags, mode);
    if (descriptor >= 0 && descriptor < most_descriptors) is_recorded[descriptor] = 0;
    return descriptor;
  }
  pthread_mutex_lock(&lock);
  struct stat status;
  int is_new = (flags & O_CREAT) && lstat(whole, &status) != 0;
  int descriptor = syscall(SYS_openat, start, path, flags, mode);
  if (descriptor >= 0 && fstat(descriptor, &status) == 0) {
    if (descriptor < most_descriptors) is_recorded[descriptor] = 1;
    else record('?', 0, 0, whole, "too many descriptors", 0, 0);
    if ((flags & O_TMPFILE) == O_TMPFILE) record('?', 0, 0, whole, "O_TMPFILE", 0, 0);
    if (is_new) record('c', status.st_ino, 0, whole, 0, 0, 0);
    else if (flags & O_TRUNC) record('t', status.st_ino, 0, 0, 0, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  return descriptor;
}

#define OPEN(name, start, ...) \
  int name(__VA_ARGS__, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    return opened(start, path, flags, mode); \
  }

OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(openat, start, int start, const char *path)
OPEN(openat64, start, int start, const char *path)

int close(int descriptor) {
  if (descriptor == output) return 0;
  if (descriptor >= 0 && descriptor < most_descriptors) is_recorded[descriptor] = 0;
  REAL(close);
  return real(descriptor);
}

// Calls that change bytes.

static ssize_t wrote(int descriptor, const void *bytes, size_t size, off_t at) {
  struct stat status;
  int is_file = is_open(descriptor, S_IFREG, &status);
  if (is_file) pthread_mutex_lock(&lock);
  ssize_t count = at < 0 ? syscall(SYS_write, descriptor, bytes, size) : syscall(SYS_pwrite64, descriptor, bytes, size, at);
  if (!is_file) return count;
  if (count > 0) record('w', status.st_ino, at < 0 ? lseek(descriptor, 0, SEEK_CUR) - count : at, 0, 0, bytes, count);
  pthread_mutex_unlock(&lock);
  return count;
}

ssize_t write(int descriptor, const void *bytes, size_t size) { return wrote(descriptor, bytes, size, -1); }

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at) { return wrote(descriptor, bytes, size, at); }

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t at) { return wrote(descriptor, bytes, size, at); }

static int truncated(int descriptor, off_t size) {
  struct stat status;
  int is_file = is_open(descriptor, S_IFREG, &status);
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_ftruncate, descriptor, size);
  if (result == 0 && is_file) record('t', status.st_ino, size, 0, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int descriptor, off_t size) { return truncated(descriptor, size); }

int ftruncate64(int descriptor, off64_t size) { return truncated(descriptor, size); }

// Calls that flush. `sync_file_range` isn't among them, because it guarantees nothing.

static int flushed(char call, long number, int descriptor) {
  char path[PATH_MAX] = "", link[64];
  struct stat status;
  int is_folder = is_open(descriptor, S_IFDIR, &status), is_file = is_open(descriptor, S_IFREG, &status);
  pthread_mutex_lock(&lock);
  int result = syscall(number, descriptor);
  if (result == 0 && is_folder) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (readlink(link, path, sizeof path - 1) < 0) abort();
  }
  if (result == 0 && (is_file || is_folder)) record(call, is_file ? status.st_ino : 0, 0, path, 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int descriptor) { return flushed('f', SYS_fsync, descriptor); }

int fdatasync(int descriptor) { return flushed('d', SYS_fdatasync, descriptor); }

int syncfs(int descriptor) { return flushed('?', SYS_syncfs, descriptor); }

// Calls that change names.

static int named(char call, int start, const char *path, int other_start, const char *other, long number, long flags) {
  char whole[PATH_MAX] = "", other_whole[PATH_MAX] = "";
  int is_inside = is_below(start, path, whole);
  if (other && is_below(other_start, other, other_whole) != is_inside && output >= 0) call = '?';
  pthread_mutex_lock(&lock);
  int result =
      other ? syscall(number, start, path, other_start, other, flags) : syscall(number, start, path, flags);
  if (result == 0 && (is_inside || call == '?')) record(call, 0, 0, whole, other ? other_whole : 0, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int mkdirat(int start, const char *path, mode_t mode) { return named('m', start, path, 0, 0, SYS_mkdirat, mode); }

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int unlinkat(int start, const char *path, int flags) {
  return named(flags & AT_REMOVEDIR ? 'r' : 'u', start, path, 0, 0, SYS_unlinkat, flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int linkat(int start, const char *from, int other, const char *to, int flags) {
  return named('l', start, from, other, to, SYS_linkat, flags);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int renameat2(int start, const char *from, int other, const char *to, unsigned flags) {
  return named(flags & RENAME_EXCHANGE ? '?' : 'n', start, from, other, to, SYS_renameat2, flags);
}

int renameat(int start, const char *from, int other, const char *to) { return renameat2(start, from, other, to, 0); }

int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

// Calls that packshot doesn't use today. Only the fact that they happened is recorded.

#define UNKNOWN(result, name, parameters, descriptor, ...) \
  result name parameters { \
    REAL(name); \
    struct stat status; \
    if (is_open(descriptor, S_IFREG, &status)) record('?', status.st_ino, 0, 0, #name, 0, 0); \
    return real(__VA_ARGS__); \
  }

UNKNOWN(ssize_t, writev, (int d, const struct iovec *v, int n), d, d, v, n)
UNKNOWN(ssize_t, pwritev, (int d, const struct iovec *v, int n, off_t at), d, d, v, n, at)
UNKNOWN(int, fallocate, (int d, int mode, off_t at, off_t n), d, d, mode, at, n)
UNKNOWN(int, posix_fallocate, (int d, off_t at, off_t n), d, d, at, n)
UNKNOWN(ssize_t, copy_file_range, (int from, off64_t *a, int d, off64_t *b, size_t n, unsigned f), d, from, a, d, b, n, f)
