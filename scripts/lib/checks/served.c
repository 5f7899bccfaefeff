// Runs a program's main function many times, each in a fork of a process that is already loaded, and kills or stops a fork at a chosen
// call. This library is loaded before libc (LD_PRELOAD). Loading and relocating a large program takes longer than most commands do.
//
// With SERVED_FOLDER in the environment, the program doesn't start, but takes requests from descriptor 0. A request is a line with three
// numbers, and then two texts. The numbers are the lengths of the texts in bytes, and a call: before it, the fork is killed, or stopped
// if the number is negative; with 0, neither. The texts are a folder, and the arguments, each with a zero byte at its end. The program
// must be started with as many arguments as a request can have.
//
// Standard input, output and error of the fork are the files `in`, `out` and `err` in SERVED_FOLDER. When the fork is stopped, a line with
// its process id and "stopped" goes to descriptor 1. When it ends, a line with its wait status does.
//
// Calls that change files are counted, from 1: write, pwrite, fsync, fdatasync, ftruncate, rename, renameat2, link and unlink.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*Main)(int, char **, char **);

static Main program;
static atomic_long calls_left;
static int last_signal = SIGKILL;

#define REAL(name) \
  static typeof(&name) real; \
  if (!real) real = (typeof(&name))dlsym(RTLD_NEXT, #name)

static void count(void) {
  if (atomic_load(&calls_left) > 0 && atomic_fetch_sub(&calls_left, 1) == 1) kill(getpid(), last_signal);
}

#define COUNTED(result, name, parameters, values) \
  result name parameters { \
    REAL(name); \
    count(); \
    return real values; \
  }

COUNTED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at))
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at))
COUNTED(int, fsync, (int file), (file))
COUNTED(int, fdatasync, (int file), (file))
COUNTED(int, ftruncate, (int file, off_t size), (file, size))
COUNTED(int, ftruncate64, (int file, off64_t size), (file, size))
COUNTED(int, rename, (const char *from, const char *to), (from, to))
COUNTED(int, renameat2, (int start, const char *from, int other, const char *to, unsigned flags), (start, from, other, to, flags))
COUNTED(int, link, (const char *from, const char *to), (from, to))
COUNTED(int, unlink, (const char *path), (path))

static void take(void *bytes, size_t size) {
  for (char *at = bytes; size > 0;) {
    ssize_t done = read(0, at, size);
    if (done <= 0) _exit(0);
    at += done;
    size -= (size_t)done;
  }
}

static void become(const char *name, int flags, int descriptor) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", getenv("SERVED_FOLDER"), name);
  int file = open(path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
  close(file);
}

// Runs the program with arguments of this length together. `list` has the first process's arguments, as the kernel laid them out on the
// stack. The Swift runtime finds them there, so the new ones take their places.
static int run(const char *folder, char *arguments, size_t length, long kill_at, int most, char **list) {
  become("in", O_RDONLY, 0);
  become("out", O_WRONLY | O_CREAT | O_TRUNC, 1);
  become("err", O_WRONLY | O_CREAT | O_TRUNC, 2);
  unsetenv("LD_PRELOAD");
  unsetenv("SERVED_FOLDER");
  if (chdir(folder)) _exit(127);
  int given = 0;
  for (char *text = arguments; text < arguments + length; text += strlen(text) + 1) {
    if (given == most) _exit(126);
    list[given++] = text;
  }
  list[given] = NULL;
  ((long *)list)[-1] = given;
  if (kill_at < 0) last_signal = SIGSTOP;
  atomic_store(&calls_left, labs(kill_at));
  return program(given, list, environ);
}

static int serve(int most, char **values, char **environment) {
  (void)environment;
  for (;;) {
    char line[64];
    size_t at = 0, folder_length, length;
    long kill_at;
    do take(line + at, 1);
    while (line[at] != '\n' && ++at < sizeof line - 1);
    line[at] = 0;
    if (sscanf(line, "%zu %zu %ld", &folder_length, &length, &kill_at) != 3) _exit(1);
    char *folder = calloc(1, folder_length + 1);
    char *arguments = calloc(1, length + 1);
    take(folder, folder_length);
    take(arguments, length);
    pid_t child = fork();
    if (child == 0) exit(run(folder, arguments, length, kill_at, most, values));
    free(folder);
    free(arguments);
    int status = -1;
    while (waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status)) dprintf(1, "%d stopped\n", child);
    dprintf(1, "%d\n", status);
  }
}

int __libc_start_main(Main main, int count, char **values, void (*init)(void), void (*fini)(void), void (*loader)(void), void *stack) {
  REAL(__libc_start_main);
  program = main;
  return real(getenv("SERVED_FOLDER") ? serve : main, count, values, init, fini, loader, stack);
}
