// Typed shims over the parts of Linux that Swift's Glibc module cannot see: namespace calls, variadic
// functions, and macros. No logic: each function is one call.
#ifndef NETLAB_CLINUX_SHIM_H
#define NETLAB_CLINUX_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

static inline int netlab_errno(void) { return errno; }

static inline int netlab_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

static inline int netlab_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int netlab_open(const char *path, int flags, unsigned int mode) { return open(path, flags, mode); }

static inline int netlab_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : -1;
}

#endif
