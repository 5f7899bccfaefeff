// Tells the thread sanitizer of a lock that it cannot see. Where two threads want a `Mutex` of Swift's Synchronization at
// once, it is handed over within the standard library, which is not built for the sanitizer: without this, each such meeting is
// reported as a race. To be loaded before the program (ld.so(8), LD_PRELOAD); it does nothing in one without the sanitizer.

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
