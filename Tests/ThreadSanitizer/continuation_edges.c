// Preloaded under ThreadSanitizer: tells it that what a thread did before it resumed a continuation comes before what the
// task does after it. The runtime tells so itself where the task had to wait. Where the continuation was resumed already
// when the task came to it, it tells nothing, and all that was handed over would be called a race. The names are those of
// Swift's ABI, which does not change.
#define _GNU_SOURCE
#include <dlfcn.h>

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))

typedef SWIFT void (*resume_function)(void *task);
typedef SWIFT void (*failing_function)(void *task, void *error);
typedef SWIFT_ASYNC void (*await_function)(void *context);

// Missing in programs without tasks.
extern SWIFT void *swift_task_getCurrent(void) __attribute__((weak));
// The sanitizer's own; missing in programs that it is no part of.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static resume_function next_resume, next_throwing_resume;
static failing_function next_failing;
static await_function next_await;

__attribute__((constructor)) static void find(void) {
  next_resume = (resume_function)dlsym(RTLD_NEXT, "swift_continuation_resume");
  next_throwing_resume = (resume_function)dlsym(RTLD_NEXT, "swift_continuation_throwingResume");
  next_failing = (failing_function)dlsym(RTLD_NEXT, "swift_continuation_throwingResumeWithError");
  next_await = (await_function)dlsym(RTLD_NEXT, "swift_continuation_await");
}

SWIFT void swift_continuation_resume(void *task) {
  if (__tsan_release) __tsan_release(task);
  next_resume(task);
}

SWIFT void swift_continuation_throwingResume(void *task) {
  if (__tsan_release) __tsan_release(task);
  next_throwing_resume(task);
}

SWIFT void swift_continuation_throwingResumeWithError(void *task, void *error) {
  if (__tsan_release) __tsan_release(task);
  next_failing(task, error);
}

SWIFT_ASYNC void swift_continuation_await(void *context) {
  if (__tsan_acquire && swift_task_getCurrent) __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return next_await(context);
}
