// Reports a lock to the thread sanitizer that it can't see. If two threads contend for a `Mutex` of Swift's Synchronization, the
// standard library hands the lock over, and it isn't built for the sanitizer. Without this library, each contention is reported as
// a race. It is loaded before the program (LD_PRELOAD, see ld.so(8)), and does nothing in a program without the sanitizer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// clang's tsan_interface.h
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// _MutexHandle._lockSlow(_: UInt32)
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// _MutexHandle._unlockSlow()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slowly(SELF) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF) {
  SWIFT void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
  lock(thread, self);
  if (__tsan_acquire)
    __tsan_acquire(self);
}

SWIFT void unlock_slowly(SELF) {
  if (__tsan_release)
    __tsan_release(self);
  SWIFT void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
  unlock(self);
}
