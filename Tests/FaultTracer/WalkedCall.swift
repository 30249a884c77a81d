import CTrace

/// A system call that can be made to fail.
struct WalkedCall {
    /// What the call is applied to.
    enum Subject {
        case none, descriptor
        /// The place of the path among the arguments.
        case path(Int)
    }

    var name: String
    var number: Int32
    var subject: Subject = .descriptor

    static let all: [WalkedCall] = [
        WalkedCall(name: "accept4", number: SYS_accept4),
        WalkedCall(name: "access", number: SYS_access, subject: .path(0)),
        WalkedCall(name: "bind", number: SYS_bind),
        WalkedCall(name: "clone3", number: SYS_clone3, subject: .none),
        WalkedCall(name: "close", number: SYS_close),
        WalkedCall(name: "connect", number: SYS_connect),
        WalkedCall(name: "copy_file_range", number: SYS_copy_file_range),
        WalkedCall(name: "dup", number: SYS_dup),
        WalkedCall(name: "dup3", number: SYS_dup3),
        WalkedCall(name: "epoll_create1", number: SYS_epoll_create1, subject: .none),
        WalkedCall(name: "epoll_ctl", number: SYS_epoll_ctl),
        WalkedCall(name: "epoll_pwait2", number: SYS_epoll_pwait2),
        WalkedCall(name: "epoll_wait", number: SYS_epoll_wait),
        WalkedCall(name: "eventfd2", number: SYS_eventfd2, subject: .none),
        WalkedCall(name: "fallocate", number: SYS_fallocate),
        WalkedCall(name: "fchmod", number: SYS_fchmod),
        WalkedCall(name: "fcntl", number: SYS_fcntl),
        WalkedCall(name: "flock", number: SYS_flock),
        WalkedCall(name: "fsync", number: SYS_fsync),
        WalkedCall(name: "ftruncate", number: SYS_ftruncate),
        WalkedCall(name: "getcwd", number: SYS_getcwd, subject: .none),
        WalkedCall(name: "getdents64", number: SYS_getdents64),
        WalkedCall(name: "getpeername", number: SYS_getpeername),
        WalkedCall(name: "getrandom", number: SYS_getrandom, subject: .none),
        WalkedCall(name: "getsockname", number: SYS_getsockname),
        WalkedCall(name: "getsockopt", number: SYS_getsockopt),
        WalkedCall(name: "inotify_add_watch", number: SYS_inotify_add_watch),
        WalkedCall(name: "inotify_init1", number: SYS_inotify_init1, subject: .none),
        WalkedCall(name: "ioctl", number: SYS_ioctl),
        WalkedCall(name: "link", number: SYS_link, subject: .path(0)),
        WalkedCall(name: "linkat", number: SYS_linkat, subject: .path(1)),
        WalkedCall(name: "listen", number: SYS_listen),
        WalkedCall(name: "lseek", number: SYS_lseek),
        WalkedCall(name: "memfd_create", number: SYS_memfd_create, subject: .none),
        WalkedCall(name: "mkdir", number: SYS_mkdir, subject: .path(0)),
        WalkedCall(name: "mount", number: SYS_mount, subject: .path(1)),
        WalkedCall(name: "newfstatat", number: SYS_newfstatat, subject: .path(1)),
        WalkedCall(name: "openat", number: SYS_openat, subject: .path(1)),
        WalkedCall(name: "openat2", number: SYS_openat2, subject: .path(1)),
        WalkedCall(name: "pipe2", number: SYS_pipe2, subject: .none),
        WalkedCall(name: "poll", number: SYS_poll, subject: .none),
        WalkedCall(name: "ppoll", number: SYS_ppoll, subject: .none),
        WalkedCall(name: "prctl", number: SYS_prctl, subject: .none),
        WalkedCall(name: "pread64", number: SYS_pread64),
        WalkedCall(name: "prlimit64", number: SYS_prlimit64, subject: .none),
        WalkedCall(name: "pwrite64", number: SYS_pwrite64),
        WalkedCall(name: "read", number: SYS_read),
        WalkedCall(name: "readlink", number: SYS_readlink, subject: .path(0)),
        WalkedCall(name: "recvfrom", number: SYS_recvfrom),
        WalkedCall(name: "recvmmsg", number: SYS_recvmmsg),
        WalkedCall(name: "recvmsg", number: SYS_recvmsg),
        WalkedCall(name: "rename", number: SYS_rename, subject: .path(1)),
        WalkedCall(name: "rmdir", number: SYS_rmdir, subject: .path(0)),
        WalkedCall(name: "sched_setscheduler", number: SYS_sched_setscheduler, subject: .none),
        WalkedCall(name: "sendfile", number: SYS_sendfile),
        WalkedCall(name: "sendmmsg", number: SYS_sendmmsg),
        WalkedCall(name: "sendmsg", number: SYS_sendmsg),
        WalkedCall(name: "sendto", number: SYS_sendto),
        WalkedCall(name: "setns", number: SYS_setns),
        WalkedCall(name: "setpriority", number: SYS_setpriority, subject: .none),
        WalkedCall(name: "setsockopt", number: SYS_setsockopt),
        WalkedCall(name: "shutdown", number: SYS_shutdown),
        WalkedCall(name: "signalfd4", number: SYS_signalfd4, subject: .none),
        WalkedCall(name: "socket", number: SYS_socket, subject: .none),
        WalkedCall(name: "socketpair", number: SYS_socketpair, subject: .none),
        WalkedCall(name: "splice", number: SYS_splice),
        WalkedCall(name: "symlink", number: SYS_symlink, subject: .path(1)),
        WalkedCall(name: "timerfd_create", number: SYS_timerfd_create, subject: .none),
        WalkedCall(name: "timerfd_settime", number: SYS_timerfd_settime),
        WalkedCall(name: "unlink", number: SYS_unlink, subject: .path(0)),
        WalkedCall(name: "unshare", number: SYS_unshare, subject: .none),
        WalkedCall(name: "utimensat", number: SYS_utimensat),
        WalkedCall(name: "writev", number: SYS_writev),
        WalkedCall(name: "write", number: SYS_write),
    ]

    static let byNumber = Dictionary(
        uniqueKeysWithValues: all.filter { $0.number >= 0 }.map { (UInt64($0.number), $0) }
    )
}
