// Makes one writing call fail, or that call and all after it. This library is loaded before libc (LD_PRELOAD).
//
// Counts the calls of FAILING_NAME (write, pwrite, fsync, fdatasync, renameat2 or ftruncate) on files below FAILING_FOLDER. Call number
// FAILING_CALL, counted from 1, fails with the error number FAILING_ERROR. With FAILING_LASTING=1, all writing calls fail from then
// on. The file FAILING_REPORT gets a line with the file of the first failed call and, when the program ends, a line with the count.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long count;
static atomic_int has_failed;
static const char *failing_name = "";
static long failing_call;
static int failing_error, is_lasting, report = -1;
static char folder[PATH_MAX];
static size_t folder_length;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *below = getenv("FAILING_FOLDER"), *file = getenv("FAILING_REPORT");
  if (!below || !file || !getenv("FAILING_NAME")) return;
  failing_name = getenv("FAILING_NAME");
  failing_call = number("FAILING_CALL");
  failing_error = (int)number("FAILING_ERROR");
  is_lasting = (int)number("FAILING_LASTING");
  report = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  folder_length = strlen(below);
  memcpy(folder, below, folder_length + 1);
}

__attribute__((destructor)) static void end(void) {
  if (report >= 0) dprintf(report, "calls %ld\n", atomic_load(&count));
}

static int is_below(const char *path) {
  return report >= 0 && strncmp(path, folder, folder_length) == 0 && (path[folder_length] == '/' || !path[folder_length]);
}

// Whether this call on this path must fail. If so, sets errno.
static int fails(const char *call, const char *path) {
  if (!is_below(path)) return 0;
  if (strcmp(call, failing_name) == 0 && atomic_fetch_add(&count, 1) + 1 == failing_call) {
    dprintf(report, "failed %s\n", path);
    atomic_store(&has_failed, 1);
  } else if (!is_lasting || !atomic_load(&has_failed)) {
    return 0;
  }
  errno = failing_error;
  return 1;
}

static int fails_at(const char *call, int descriptor) {
  if (report < 0 || descriptor == report) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fails(call, path);
}

#define REAL(name) \
  static typeof(&name) real; \
  if (!real) real = (typeof(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int descriptor, const void *bytes, size_t size) {
  REAL(write);
  return fails_at("write", descriptor) ? -1 : real(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at) {
  REAL(pwrite);
  return fails_at("pwrite", descriptor) ? -1 : real(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t at) {
  REAL(pwrite64);
  return fails_at("pwrite", descriptor) ? -1 : real(descriptor, bytes, size, at);
}

int fsync(int descriptor) {
  REAL(fsync);
  return fails_at("fsync", descriptor) ? -1 : real(descriptor);
}

int fdatasync(int descriptor) {
  REAL(fdatasync);
  return fails_at("fdatasync", descriptor) ? -1 : real(descriptor);
}

int ftruncate(int descriptor, off_t size) {
  REAL(ftruncate);
  return fails_at("ftruncate", descriptor) ? -1 : real(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) {
  REAL(ftruncate64);
  return fails_at("ftruncate", descriptor) ? -1 : real(descriptor, size);
}

int link(const char *from, const char *to) {
  REAL(link);
  return fails("link", to) ? -1 : real(from, to);
}

int renameat2(int start, const char *from, int other, const char *to, unsigned flags) {
  REAL(renameat2);
  return fails("renameat2", to) ? -1 : real(start, from, other, to, flags);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return fails("rename", to) ? -1 : real(from, to);
}
