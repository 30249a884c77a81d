// Preloaded under ThreadSanitizer: tells it of what it cannot see of Swift's Mutex. Where threads meet, the lock is taken
// and given by the runtime's own library (it spins, then the kernel hands the lock over), which no sanitizer watches: all
// that such a lock protects would be called a race. With these two edges nothing has to be suppressed, and no real race
// is hidden. The names are those of Swift's ABI, which does not change.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*lock_function)(uint32_t, SELF void *);
typedef SWIFT _Bool (*try_lock_function)(SELF void *);
typedef SWIFT void (*unlock_function)(SELF void *);

// The sanitizer's own; missing in programs that it is no part of.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static lock_function next_lock;
static try_lock_function next_try_lock;
static unlock_function next_unlock;

__attribute__((constructor)) static void find(void) {
  next_lock = (lock_function)dlsym(RTLD_NEXT, LOCK);
  next_try_lock = (try_lock_function)dlsym(RTLD_NEXT, TRY_LOCK);
  next_unlock = (unlock_function)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
  next_lock(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT _Bool try_lock_slow(SELF void *handle) __asm__(TRY_LOCK);
SWIFT _Bool try_lock_slow(SELF void *handle) {
  _Bool taken = next_try_lock(handle);
  if (taken && __tsan_acquire) __tsan_acquire(handle);
  return taken;
}

SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  next_unlock(handle);
}
