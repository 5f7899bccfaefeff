import CLinux
import Platform

// Enters the sandbox in which photos are decoded, and tries what a hostile photo that took over the decoder would try. Prints one
// line per attempt: what was tried, and whether it was denied. Tests check the lines.

let state = packshot_sandbox_enter(512 << 20)
print("seccomp \(state.has_seccomp) landlock \(state.landlock_version) limits \(state.has_limits)")

// Without a sandbox, every attempt would succeed.
if state.has_seccomp == 0 {
  fflush(nil)
  _exit(0)
}

func tried(_ what: String, _ isDone: Bool) { print("\(what): \(isDone ? "done" : "denied")") }

tried("open a file to read", open("/etc/passwd", O_RDONLY) >= 0)
tried("make a file", open("/tmp/packshot-sandbox-probe", O_WRONLY | O_CREAT, 0o600) >= 0)
tried("remove a file", unlink("/tmp/packshot-sandbox-probe") == 0 || errno == ENOENT)
tried("list a folder", opendir("/") != nil)
tried("connect", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0)
tried("talk on this machine", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0)
var thread = pthread_t()
tried("start a thread", pthread_create(&thread, nil, { _ in nil }, nil) == 0)
var process: pid_t = 0
tried("start a program", posix_spawn(&process, "/bin/true", nil, nil, [nil], nil) == 0)
tried("signal who started it", kill(getppid(), 0) == 0)
tried(
  "make code", mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
tried("take a gigabyte", mmap(nil, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
tried("take a megabyte", mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
fflush(nil)
_exit(0)
