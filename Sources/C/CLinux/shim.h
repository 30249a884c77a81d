// Typed shims over the parts of Linux that Swift's Glibc module cannot see: namespace calls, variadic
// functions, and macros. No logic: each function is one call.
#ifndef NETLAB_CLINUX_SHIM_H
#define NETLAB_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <time.h>

// What glibc shows only under _GNU_SOURCE is declared here: that macro would give `fd_set` and others a shape
// different from the one that Swift's Glibc module has.
extern int pthread_setname_np(pthread_t thread, const char *name);

static inline int netlab_errno(void) { return errno; }

static inline int netlab_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

static inline int netlab_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int netlab_open(const char *path, int flags, unsigned int mode) { return open(path, flags, mode); }

static inline int netlab_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : -1;
}

static inline int netlab_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int netlab_epoll_ctl(int poller, int operation, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(poller, operation, fd, &event);
}

static inline int netlab_epoll_wait(int poller, struct epoll_event *events, int most, const struct timespec *timeout) {
    return epoll_pwait2(poller, events, most, timeout, 0);
}

#endif
