// Typed shims for ptrace, which is variadic and whose registers differ by processor. Each function is one call, except
// the one that starts a program.
#ifndef NETLAB_CTRACE_SHIM_H
#define NETLAB_CTRACE_SHIM_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

extern long syscall(long number, ...);

// Calls that only some processors have; no call has this number.
#if !defined(SYS_access)
#define SYS_access -1
#define SYS_epoll_wait -1
#define SYS_link -1
#define SYS_mkdir -1
#define SYS_poll -1
#define SYS_readlink -1
#define SYS_rename -1
#define SYS_rmdir -1
#define SYS_symlink -1
#define SYS_unlink -1
#endif

/// A stop at a system call: its number and arguments at the entry, its result at the exit.
struct trace_stop {
  int is_entry;
  uint64_t instruction;
  uint64_t number;
  uint64_t arguments[6];
  int64_t result;
};

/// Starts a program that is traced by this process and waits at its first instruction. It must be the only thread.
static inline pid_t trace_start(const char *path, char *const *arguments) {
  pid_t child = fork();
  if (child != 0) return child;
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) {
    raise(SIGSTOP);
    execv(path, arguments);
  }
  _exit(127);
}

/// Descendants are traced, too, and end with the tracer.
static inline long trace_follow(pid_t thread) {
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                 PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
  return ptrace(PTRACE_SETOPTIONS, thread, NULL, (void *)options);
}

/// Lets a stopped thread run to its next system call, with this signal if it is not 0.
static inline long trace_resume(pid_t thread, int signal) {
  return ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(long)signal);
}

/// The child or thread that a thread has just made.
static inline pid_t trace_newcomer(pid_t thread) {
  unsigned long number = 0;
  return ptrace(PTRACE_GETEVENTMSG, thread, NULL, &number) == 0 ? (pid_t)number : -1;
}

static inline int trace_look(pid_t thread, struct trace_stop *stop) {
  struct __ptrace_syscall_info information;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof information, &information) <= 0) return -1;
  stop->is_entry = information.op == PTRACE_SYSCALL_INFO_ENTRY;
  stop->instruction = information.instruction_pointer;
  if (stop->is_entry) {
    stop->number = information.entry.nr;
    for (int index = 0; index < 6; index++) stop->arguments[index] = information.entry.args[index];
  } else {
    stop->result = information.exit.rval;
  }
  return 0;
}

#if defined(__x86_64__)
static inline int trace_change(pid_t thread, int index, uint64_t value) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, NULL, &registers) != 0) return -1;
  switch (index) {
  case -2: registers.orig_rax = value; break;
  case -1: registers.rax = value; break;
  case 0: registers.rdi = value; break;
  case 1: registers.rsi = value; break;
  case 2: registers.rdx = value; break;
  default: return -1;
  }
  return (int)ptrace(PTRACE_SETREGS, thread, NULL, &registers);
}
#else
static inline int trace_change(pid_t thread, int index, uint64_t value) {
  errno = ENOSYS;
  return -1;
}
#endif

/// At the entry: the call is not made.
static inline int trace_skip(pid_t thread) { return trace_change(thread, -2, (uint64_t)-1); }
/// At the exit: what the program sees.
static inline int trace_answer(pid_t thread, int64_t result) { return trace_change(thread, -1, (uint64_t)result); }
/// At the entry: another third argument, the count of reads and writes.
static inline int trace_count(pid_t thread, uint64_t count) { return trace_change(thread, 2, count); }

/// A copy of another process's descriptor; -1 if it has none of this number.
static inline int trace_copy(pid_t process, int descriptor) {
  int of_process = (int)syscall(SYS_pidfd_open, process, 0);
  if (of_process < 0) return -1;
  int copy = (int)syscall(SYS_pidfd_getfd, of_process, descriptor, 0);
  close(of_process);
  return copy;
}

#endif
