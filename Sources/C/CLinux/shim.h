// Typed shims over the parts of Linux that Swift's Glibc module cannot see: namespace calls, variadic
// functions, and macros. No logic: each function is one call.
#ifndef NETLAB_CLINUX_SHIM_H
#define NETLAB_CLINUX_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/if_ether.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// What glibc shows only under _GNU_SOURCE is declared here: that macro would give `fd_set` and others a shape
// different from the one that Swift's Glibc module has.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int unshare(int flags);
extern int setns(int fd, int type);
extern long syscall(long number, ...);

#ifndef CLONE_NEWUSER
#define CLONE_NEWUSER 0x10000000
#endif
#ifndef CLONE_NEWNET
#define CLONE_NEWNET 0x40000000
#endif

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

// Namespaces.

static inline int netlab_unshare_network(void) { return unshare(CLONE_NEWNET); }

static inline int netlab_unshare_user_and_network(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNET); }

static inline int netlab_enter_network(int fd) { return setns(fd, CLONE_NEWNET); }

// Devices.

static inline int netlab_tun_attach(int fd, const char *name) {
    struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    return ioctl(fd, TUNSETIFF, &request);
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

// Deaf until it is bound: protocol 0 receives nothing.
static inline int netlab_packet_socket(void) {
    return socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int netlab_packet_bind(int fd, int interface) {
    struct sockaddr_ll address = {
        .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_IP), .sll_ifindex = interface};
    return bind(fd, (const struct sockaddr *)&address, sizeof address);
}

// Scheduling of the calling thread.

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

#endif
