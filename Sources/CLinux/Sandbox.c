#include "Sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

int packshot_sandbox_end_with_parent(int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return getppid() == parent;
}

static int set_limits(uint64_t memory) {
  struct rlimit none = {0, 0};
  struct rlimit some = {memory, memory};
  // One more than the open descriptors: the photo's file, which is passed to this process.
  int next = fcntl(STDIN_FILENO, F_DUPFD, 0);
  if (next < 0)
    return 0;
  close(next);
  struct rlimit files = {next + 1, next + 1};
  // Doesn't limit writing to pipes and sockets.
  int failed = setrlimit(RLIMIT_FSIZE, &none) | setrlimit(RLIMIT_CORE, &none) | setrlimit(RLIMIT_NOFILE, &files);
  if (memory > 0)
    failed |= setrlimit(RLIMIT_DATA, &some);
  return failed == 0;
}

/// Denies every access that this version of Landlock controls. No rule allows anything.
static int deny_files(void) {
#ifdef SYS_landlock_create_ruleset
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1)
    return 0;
  // Landlock's first version controls thirteen file access rights. Later ones add moving (2), truncating (3) and
  // controlling devices (5).
  int rights = 13 + (version >= 2) + (version >= 3) + (version >= 5);
  struct landlock_ruleset_attr all = {.handled_access_fs = (UINT64_C(1) << rights) - 1};
  long ruleset = syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
  if (ruleset < 0)
    return 0;
  int failed = syscall(SYS_landlock_restrict_self, ruleset, 0) != 0;
  close((int)ruleset);
  return failed ? 0 : version;
#else
  return 0;
#endif
}

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
/// Allows the call `number`.
#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
/// Allows the call `number` if the low half of an argument is `value`.
#define ALLOW_WITH(number, argument, value)                                                               \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), LOAD(args[argument]),                                \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ANSWER(SECCOMP_RET_ALLOW), LOAD(nr)
/// Allows the call `number` if none of `bits` is set in the low half of an argument.
#define ALLOW_WITHOUT(number, argument, bits)                                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), LOAD(args[argument]),                                \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), ANSWER(SECCOMP_RET_ALLOW), LOAD(nr)

/// Allows only system calls for memory, locks, time and exiting, for reading and writing open files, and for receiving
/// a file over standard input. All other calls fail as if permission was denied.
static int filter_calls(void) {
  uint32_t self = (uint32_t)getpid();
  struct sock_filter rules[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
#ifdef __x86_64__
      // The x32 system calls, with 32-bit pointers.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
#endif
      ALLOW(SYS_read),
      ALLOW(SYS_pread64),
      ALLOW_WITH(SYS_recvmsg, 0, STDIN_FILENO),
      ALLOW(SYS_close),
      ALLOW(SYS_write),
      ALLOW(SYS_writev),
      ALLOW(SYS_futex),
      ALLOW(SYS_brk),
      ALLOW(SYS_munmap),
      ALLOW(SYS_mremap),
      ALLOW(SYS_madvise),
      // No new executable memory.
      ALLOW_WITHOUT(SYS_mmap, 2, PROT_EXEC),
      ALLOW_WITHOUT(SYS_mprotect, 2, PROT_EXEC),
      ALLOW(SYS_clock_gettime),
      ALLOW(SYS_gettimeofday),
      ALLOW(SYS_clock_nanosleep),
      ALLOW(SYS_nanosleep),
      ALLOW(SYS_sched_yield),
      ALLOW(SYS_getrandom),
      ALLOW(SYS_getpid),
      ALLOW(SYS_gettid),
      ALLOW(SYS_rt_sigaction),
      ALLOW(SYS_rt_sigprocmask),
      ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_sigaltstack),
      ALLOW(SYS_restart_syscall),
      // For `abort`.
      ALLOW_WITH(SYS_tgkill, 0, self),
      ALLOW(SYS_exit),
      ALLOW(SYS_exit_group),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

static int filter_calls(void) { return 0; }

#endif

packshot_sandbox_state packshot_sandbox_enter(uint64_t memory) {
  packshot_sandbox_state state = {0};
#if SANITIZED
  // Sanitizers reserve far more memory than they use, and access files and other threads.
  (void)memory, (void)deny_files, (void)set_limits, (void)filter_calls;
  state.is_sanitized = 1;
  return state;
#endif
  // Closes descriptors inherited from the parent process, which decoding must not access.
#ifdef SYS_close_range
  syscall(SYS_close_range, 3U, ~0U, 0);
#endif
  // Landlock and seccomp require a process that can't gain privileges.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  state.landlock_version = deny_files();
  state.has_limits = set_limits(memory);
  state.has_seccomp = filter_calls();
  return state;
}
