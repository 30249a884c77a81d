// Typed shims for the parts of Linux that Swift's Glibc module lacks: namespace calls, variadic functions and
// macros. No logic: each function is one call, except the three that start programs.
#ifndef NETLAB_CLINUX_SHIM_H
#define NETLAB_CLINUX_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/ethtool.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <linux/memfd.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/rtnetlink.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <malloc.h>
#include <net/if.h>
#include <netinet/udp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Declarations that glibc only has under _GNU_SOURCE: that macro would change the layout of `fd_set` and others
// from the one in Swift's Glibc module.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const void *set);
extern int pipe2(int ends[2], int flags);
extern int unshare(int flags);
extern int ppoll(struct pollfd *polled, unsigned long count, const struct timespec *timeout, const sigset_t *mask);
extern int sethostname(const char *name, size_t length);
extern int setns(int fd, int type);
extern long syscall(long number, ...);

#ifndef CLONE_NEWNS
#define CLONE_NEWNS 0x00020000
#endif
#ifndef O_PATH
#define O_PATH 010000000
#endif
#ifndef O_TMPFILE
#define O_TMPFILE (020000000 | O_DIRECTORY)
#endif
#ifndef CLONE_NEWPID
#define CLONE_NEWPID 0x20000000
#endif
#ifndef CLONE_NEWUSER
#define CLONE_NEWUSER 0x10000000
#endif
#ifndef CLONE_NEWNET
#define CLONE_NEWNET 0x40000000
#endif
#ifndef CLONE_NEWNS
#define CLONE_NEWNS 0x00020000
#endif

static inline int netlab_errno(void) { return errno; }

static inline int netlab_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

// Receives datagrams of one sender that the kernel has merged: all but the last have `*segment` bytes. 0: there is only one.
static inline ssize_t netlab_receive_datagrams(
    int fd, void *bytes, size_t size, struct sockaddr *peer, socklen_t *length, int *segment
) {
    struct iovec part = {bytes, size};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof *segment)];
    } control;
    struct msghdr message = {
        .msg_name = peer, .msg_namelen = *length, .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = &control, .msg_controllen = sizeof control,
    };
    ssize_t count = recvmsg(fd, &message, 0);
    *length = message.msg_namelen;
    *segment = 0;
    struct cmsghdr *header = count < 0 ? 0 : CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == IPPROTO_UDP && header->cmsg_type == UDP_GRO)
        memcpy(segment, CMSG_DATA(header), sizeof *segment);
    return count;
}

// Sends datagrams that lie one behind the other: all but the last have `segment` bytes.
static inline ssize_t netlab_send_datagrams(
    int fd, const void *bytes, size_t size, uint16_t segment, const struct sockaddr *peer, socklen_t length
) {
    struct iovec part = {(void *)bytes, size};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof segment)];
    } control;
    struct msghdr message = {
        .msg_name = (void *)peer, .msg_namelen = length, .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = &control, .msg_controllen = sizeof control,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = IPPROTO_UDP;
    header->cmsg_type = UDP_SEGMENT;
    header->cmsg_len = CMSG_LEN(sizeof segment);
    memcpy(CMSG_DATA(header), &segment, sizeof segment);
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

static inline int netlab_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int netlab_open(const char *path, int flags, unsigned int mode) { return open(path, flags, mode); }

// Opens a path beneath a folder only: no `..`, absolute link or link into /proc leads out of it.
static inline int netlab_open_beneath(int folder, const char *path, int flags) {
    struct open_how how = {.flags = (unsigned)(flags | O_CLOEXEC), .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

static inline int netlab_memory_file(const char *name) {
    return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC);
}

// Creates a file without a name, which can never get one.
static inline int netlab_unnamed_file(const char *folder) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
}

// Creates a file without a name, which `linkat` can give one.
static inline int netlab_nameless_file(const char *folder, uint32_t mode) {
    return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, (mode_t)mode);
}

// Returns a path descriptor without opening the file: opening could have effects.
static inline int netlab_point_beneath(int folder, const char *path) {
    return netlab_open_beneath(folder, path, O_PATH);
}

static inline int netlab_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : -1;
}

static inline int netlab_ppoll(struct pollfd *polled, unsigned long count, const struct timespec *timeout) {
    return ppoll(polled, count, timeout, 0);
}

static inline int netlab_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int netlab_epoll_ctl(int poller, int operation, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(poller, operation, fd, &event);
}

static inline int netlab_epoll_wait(int poller, struct epoll_event *events, int most, const struct timespec *timeout) {
    return epoll_pwait2(poller, events, most, timeout, 0);
}

// Namespaces.

static inline int netlab_unshare_network(void) { return unshare(CLONE_NEWNET); }

static inline int netlab_unshare_user_and_network(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNET); }

static inline int netlab_enter_network(int fd) { return setns(fd, CLONE_NEWNET); }

static inline int netlab_unshare_mounts(void) { return unshare(CLONE_NEWNS); }

// Later mounts stay in this namespace; the machine's mounts and unmounts still propagate into it.
static inline int netlab_keep_mounts(void) { return mount(0, "/", 0, MS_REC | MS_SLAVE, 0); }

static inline int netlab_mount_memory(const char *folder) {
    return mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=755");
}

static inline int netlab_mount_over(const char *path, const char *source) {
    return mount(source, path, 0, MS_BIND, 0);
}

// A kernel file system such as `sysfs`, known only by its descriptor and mounted nowhere.
static inline int netlab_filesystem(const char *name) { return fsopen(name, FSOPEN_CLOEXEC); }

static inline int netlab_make_filesystem(int fd) { return fsconfig(fd, FSCONFIG_CMD_CREATE, 0, 0, 0); }

static inline int netlab_open_filesystem(int fd) {
    return fsmount(fd, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
}

// Open files in it, and mounts of it elsewhere, remain.
static inline int netlab_detach_mount(const char *folder) { return umount2(folder, MNT_DETACH); }

// Devices.

static inline int netlab_tun_attach(int fd, const char *name, int flags) {
    struct ifreq request = {.ifr_flags = (short)(IFF_TUN | IFF_NO_PI | flags)};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    return ioctl(fd, TUNSETIFF, &request);
}

static inline int netlab_tun_offload(int fd, unsigned int features) {
    return ioctl(fd, TUNSETOFFLOAD, (unsigned long)features);
}

static inline int netlab_ethtool_set(int socket, const char *name, uint32_t command, uint32_t value) {
    struct ethtool_value setting = {.cmd = command, .data = value};
    struct ifreq request = {.ifr_data = (char *)&setting};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    return ioctl(socket, SIOCETHTOOL, &request);
}

static inline int netlab_control_socket(void) { return socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0); }

static inline int netlab_route_socket(void) {
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
}

static inline int netlab_filter_socket(void) {
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_NETFILTER);
}

// Deaf until it is bound: protocol 0 receives nothing.
static inline int netlab_packet_socket(void) {
    return socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int netlab_packet_bind(int fd, int interface, int protocol) {
    struct sockaddr_ll address = {
        .sll_family = AF_PACKET, .sll_protocol = htons((uint16_t)protocol), .sll_ifindex = interface};
    return bind(fd, (const struct sockaddr *)&address, sizeof address);
}

// What a process may do. Capabilities are the calling thread's, and of all that it starts later.

typedef struct __user_cap_data_struct netlab_capabilities;

static inline int netlab_capabilities_get(netlab_capabilities sets[2]) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    return (int)syscall(SYS_capget, &header, sets);
}

static inline int netlab_capabilities_set(const netlab_capabilities sets[2]) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    return (int)syscall(SYS_capset, &header, sets);
}

static inline int netlab_gain_nothing_by_programs(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// A filter of system calls, for good.
static inline int netlab_filter_calls(const struct sock_filter *steps, unsigned short count) {
    struct sock_fprog program = {.len = count, .filter = (struct sock_filter *)steps};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

#if defined(__x86_64__)
static const uint32_t netlab_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const uint32_t netlab_architecture = AUDIT_ARCH_AARCH64;
#else
static const uint32_t netlab_architecture = 0;
#endif

// Receives copies of the packets that an interface sends. It is bound later, so that none arrives before the filter.

static inline int netlab_sending_socket(void) {
    return socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int netlab_keep_only_sent(int fd) {
    struct sock_filter steps[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)(SKF_AD_OFF + SKF_AD_PKTTYPE)},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PACKET_OUTGOING},
        {BPF_RET | BPF_K, 0, 0, UINT32_MAX},
        {BPF_RET | BPF_K, 0, 0, 0},
    };
    struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
    return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

// Receives at most `most` bytes of one message. Returns its full length, and in `when` the time at which the kernel
// received it: the socket has SO_TIMESTAMPNS, and no other option that adds control messages.
static inline ssize_t netlab_receive_stamped(int fd, void *bytes, size_t most, struct timespec *when) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof *when)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = most};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(fd, &message, MSG_TRUNC);
    struct cmsghdr *stamp = count < 0 ? 0 : CMSG_FIRSTHDR(&message);
    if (stamp) memcpy(when, CMSG_DATA(stamp), sizeof *when);
    return count;
}

// Local sockets that hand descriptors over.

// Sends some bytes as one message, with a descriptor if that is not negative. The receiver gets a copy of it.
static inline ssize_t netlab_send_descriptor(int fd, const void *bytes, size_t count, int descriptor) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof descriptor)];
    } control = {0};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

// Receives one message of at most `most` bytes, and its descriptor, or -1 if it has none. 0 at the end.
static inline ssize_t netlab_receive_descriptor(int fd, void *bytes, size_t most, int *descriptor) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof *descriptor)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = most};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *descriptor = -1;
    ssize_t count = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = count < 0 ? 0 : CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return count;
}

// Scheduling of the calling thread, except in the two functions with a thread argument; 0 is the calling thread.

// Returns how many bytes of the set the kernel uses.
static inline int netlab_processors(pid_t thread, void *set, size_t size) {
    return (int)syscall(SYS_sched_getaffinity, thread, size, set);
}

static inline int netlab_keep_to_processors(pid_t thread, const void *set, size_t size) {
    return (int)syscall(SYS_sched_setaffinity, thread, size, set);
}

// Where a thread with these attributes begins.
static inline int netlab_begin_on_processors(pthread_attr_t *attributes, const void *set, size_t size) {
    return pthread_attr_setaffinity_np(attributes, size, set);
}

// The processor that this thread is on.
static inline int netlab_this_processor(void) {
    unsigned int processor = 0;
    return syscall(SYS_getcpu, &processor, NULL, NULL) == 0 ? (int)processor : -1;
}

static inline pid_t netlab_this_thread(void) { return (pid_t)syscall(SYS_gettid); }

static inline int netlab_set_timer_slack(unsigned long nanoseconds) {
    return prctl(PR_SET_TIMERSLACK, nanoseconds);
}

static inline int netlab_set_slice(uint64_t nanoseconds) {
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {.size = sizeof attributes, .runtime = nanoseconds};
    return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

// Connections.

static inline int netlab_accept(int fd, struct sockaddr *address, socklen_t *length) {
    return accept4(fd, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline ssize_t netlab_sendfile(int socket, int file, off_t *offset, size_t count) {
    return sendfile(socket, file, offset, count);
}

// Bytes in the socket's send queue, in flight or not sent yet; -1 if it has none.
static inline int netlab_unacknowledged(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

// Programs.

static inline int netlab_control_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

static inline int netlab_report_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static inline int netlab_closed_at_exec(int fd, int is_closed) {
    return fcntl(fd, F_SETFD, is_closed ? FD_CLOEXEC : 0);
}

// 1 if a started program inherits the descriptor, 0 if not, -1 if the descriptor does not exist.
static inline int netlab_is_handed_on(int fd) {
    int flags = fcntl(fd, F_GETFD);
    return flags == -1 ? -1 : (flags & FD_CLOEXEC) == 0;
}

static inline int netlab_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

// Lets this thread see the process's end before its memory is released; the process runs undisturbed until then.
static inline long netlab_watch_end(pid_t process) {
    return ptrace(PTRACE_SEIZE, process, 0L, (long)PTRACE_O_TRACEEXIT);
}
static inline long netlab_go_on(pid_t process, int signal) { return ptrace(PTRACE_CONT, process, 0L, (long)signal); }
static inline int netlab_is_at_end(int status) { return status >> 8 == (SIGTRAP | (PTRACE_EVENT_EXIT << 8)); }
// True for a stop that is not a signal to the process.
static inline int netlab_is_event(int status) { return status >> 16 != 0; }

static inline int netlab_has_exited(int status) { return WIFEXITED(status); }
static inline int netlab_exit_code(int status) { return WEXITSTATUS(status); }
static inline int netlab_ending_signal(int status) { return WTERMSIG(status); }
static inline int netlab_has_stopped(int status) { return WIFSTOPPED(status); }
static inline int netlab_has_continued(int status) { return WIFCONTINUED(status); }
static inline int netlab_stopping_signal(int status) { return WSTOPSIG(status); }

// The three functions that start programs make more than one call each: the code after a fork stays in C. In a
// process with threads only system calls may run between fork and exec, since another thread may hold any lock.

// Starts a program that dies with the calling thread: if `is_apart` as the first process of a PID namespace with its
// own /proc, else as an ordinary child. Closes descriptors other than `kept` (ascending); the program inherits
// `control`, one of them. Returns the child's process number; -1 if the kernel refuses.
static inline int netlab_start_keeper(int is_apart, const char *path, char *const *words, char *const *environment,
                                      const int *kept, int count, int control) {
    unsigned long namespaces = is_apart ? CLONE_NEWPID | CLONE_NEWNS : 0;
    long child = syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0);
    if (child != 0) return (int)child;
    if (is_apart) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        // If /proc may not be mounted, the machine's remains, with the machine's process numbers.
        if (mount(0, "/", 0, MS_REC | MS_SLAVE, 0) == 0) {
            (void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, 0);
        }
    }
    unsigned int next = 0;
    for (int index = 0; index < count; index += 1) {
        unsigned int held = (unsigned int)kept[index];
        if (held > next) syscall(SYS_close_range, next, held - 1, CLOSE_RANGE_CLOEXEC);
        next = held + 1;
    }
    syscall(SYS_close_range, next, ~0U, CLOSE_RANGE_CLOEXEC);
    fcntl(control, F_SETFD, 0);
    execve(path, words, environment);
    _exit(125);
}

// Starts a program found on PATH, with no signal blocked and SIGPIPE at its default. If it cannot be executed, the
// child writes the error number to `report`, which is closed at exec.
static inline int netlab_start_program(char *const *words, int report) {
    pid_t child = fork();
    if (child != 0) return child;
    sigset_t none;
    sigemptyset(&none);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, 0);
    execvp(words[0], words);
    int reason = errno;
    ssize_t ignored = write(report, &reason, sizeof reason);
    (void)ignored;
    _exit(127);
}

// Whether this user may create namespaces: a child tries it.
static inline int netlab_may_isolate(int is_root) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(unshare(CLONE_NEWNET | (is_root ? 0 : CLONE_NEWUSER)) == 0 ? 0 : 1);
    int status = 1;
    if (child < 0 || waitpid((pid_t)child, &status, 0) != child) return 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Writes a word to one of the kernel's files for this process.
static inline void netlab_tell_kernel(const char *file, const char *words, size_t length) {
    int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t ignored = write(fd, words, length);
    (void)ignored;
    close(fd);
}

// A folder of every machine that a guest never sees: it mounts its own there.
#define NETLAB_PRIVATE_FOLDER "/sys"

// Lets this process alone, whose mounts are its own, see an empty folder in memory there.
static inline int netlab_mount_private(void) {
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) return -1;
    return mount("tmpfs", NETLAB_PRIVATE_FOLDER, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=700");
}

// Whether a process of this user can have such a folder: a child tries it.
static inline int netlab_may_mount_private(int is_root) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        int is_apart = unshare(CLONE_NEWNS | (is_root ? 0 : CLONE_NEWUSER)) == 0;
        _exit(is_apart && netlab_mount_private() == 0 ? 0 : 1);
    }
    int status = 1;
    if (child < 0 || waitpid((pid_t)child, &status, 0) != child) return 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A file that a guest finds in its private folder. Borrowed.
struct netlab_private_file {
    const char *path;
    const void *bytes;
    size_t length;
};

static inline int netlab_write_private(const struct netlab_private_file *file) {
    int fd = open(file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return -1;
    size_t written = 0;
    while (written < file->length) {
        ssize_t count = write(fd, (const char *)file->bytes + written, file->length - written);
        if (count <= 0) return -1;
        written += (size_t)count;
    }
    return close(fd);
}

// Starts a guest kernel as the first process of a PID namespace, which dies as a whole with the calling thread. An
// ordinary user needs a user namespace for it, in which `users` and `groups` map the user to itself. If the kernel
// refuses both, the guest kernel is an ordinary child, asked to end when the calling thread does. `fds` become the
// descriptors from 0 on, and all others are closed. It is pinned to the processor of this number, and its memory has
// the same addresses in every run. With `files` it gets a folder that it alone sees, with these files; requires
// `netlab_may_mount_private`. Returns the child's process number; -1 on failure.
static inline int netlab_start_guest(int is_root, const char *users, size_t users_length, const char *groups,
                                     size_t groups_length, const char *path, char *const *words,
                                     char *const *environment, const int *fds, int count, int processor,
                                     const struct netlab_private_file *files, int file_count) {
    unsigned long namespaces =
        CLONE_NEWPID | (is_root ? 0 : CLONE_NEWUSER) | (file_count > 0 ? CLONE_NEWNS : 0);
    long child = syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0);
    int is_apart = child != -1;
    if (!is_apart) child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child != 0) return (int)child;
    prctl(PR_SET_PDEATHSIG, is_apart ? SIGKILL : SIGTERM);
    if (is_apart && !is_root) {
        netlab_tell_kernel("/proc/self/setgroups", "deny", 4);
        netlab_tell_kernel("/proc/self/uid_map", users, users_length);
        netlab_tell_kernel("/proc/self/gid_map", groups, groups_length);
    }
    if (file_count > 0 && (!is_apart || netlab_mount_private() != 0)) _exit(125);
    for (int index = 0; index < file_count; index += 1) {
        if (netlab_write_private(&files[index]) != 0) _exit(125);
    }
    // Signals from a terminal do not reach it: the parent handles them.
    setsid();
    unsigned long mask[16] = {0};
    if (processor >= 0 && processor < 1024) {
        mask[processor / 64] = 1UL << (processor % 64);
        syscall(SYS_sched_setaffinity, 0, sizeof mask, mask);
    }
    personality(ADDR_NO_RANDOMIZE);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    // First moves each descriptor away from the target numbers.
    int moved[16];
    for (int index = 0; index < count && index < 16; index += 1) {
        moved[index] = fcntl(fds[index], F_DUPFD, count);
        if (moved[index] < 0) _exit(125);
    }
    for (int index = 0; index < count && index < 16; index += 1) {
        if (dup2(moved[index], index) != index) _exit(125);
    }
    syscall(SYS_close_range, (unsigned int)count, ~0U, 0);
    execve(path, words, environment);
    _exit(125);
}

// Guests, from within.

static inline int netlab_mount_kind(const char *kind, const char *folder, const char *options) {
    return mount(kind, folder, kind, MS_NOSUID, options);
}

static inline int netlab_name_machine(const char *name) { return sethostname(name, strlen(name)); }

static inline int netlab_power_off(void) { return reboot(RB_POWER_OFF); }

static inline int netlab_make_device(const char *path, unsigned int major, unsigned int minor) {
    return mknod(path, S_IFCHR | 0666, ((unsigned long)major << 8) | minor);
}

static inline int netlab_set_terminal_size(int fd, unsigned short rows, unsigned short columns) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    return ioctl(fd, TIOCSWINSZ, &size);
}

// Reads another process's memory; returns the number of bytes read.
static inline ssize_t netlab_look_into(pid_t process, unsigned long address, void *into, size_t length) {
    struct iovec local = {into, length};
    struct iovec remote = {(void *)address, length};
    return syscall(SYS_process_vm_readv, process, &local, 1UL, &remote, 1UL, 0UL);
}

#endif
