import Glibc

/// The ways in which one system call can really fail on one kind of subject.
struct PlausibleFaults {
    var call: String
    /// As `FaultTracer` names it; `*` is any.
    var kind: String
    /// Failures that a program may end with, if it says so.
    var failures: [Int32] = []
    /// A pause: whoever repeats the call notices nothing.
    var pauses: [Int32] = []
    /// Reads and writes may take a single byte.
    var canBeShort = false

    static func of(_ call: String, on kind: String) -> PlausibleFaults? {
        table.first { $0.call == call && ($0.kind == kind || $0.kind == "*") }
    }

    private init(
        _ call: String,
        _ kind: String,
        _ failures: [Int32] = [],
        pauses: [Int32] = [],
        canBeShort: Bool = false
    ) {
        self.call = call
        self.kind = kind
        self.failures = failures
        self.pauses = pauses
        self.canBeShort = canBeShort
    }

    private static let table: [PlausibleFaults] = files + sockets + waiting + rights

    private static let files: [PlausibleFaults] = [
        PlausibleFaults("access", "file", [EACCES]),
        PlausibleFaults("close", "file", [EIO]),
        PlausibleFaults("dup", "*", [EMFILE]),
        PlausibleFaults("dup3", "*", [EMFILE]),
        PlausibleFaults("fallocate", "file", [ENOSPC]),
        PlausibleFaults("fchmod", "file", [EPERM]),
        PlausibleFaults("flock", "*", [ENOLCK]),
        PlausibleFaults("fsync", "file", [EIO]),
        PlausibleFaults("ftruncate", "file", [EIO], pauses: [EINTR]),
        PlausibleFaults("getcwd", "*", [ENOENT]),
        PlausibleFaults("getdents64", "file", [EIO]),
        PlausibleFaults("link", "file", [EPERM]),
        PlausibleFaults("linkat", "proc", [EPERM, ENOSPC]),
        PlausibleFaults("memfd_create", "*", [EMFILE]),
        PlausibleFaults("mkdir", "file", [ENOSPC, EACCES]),
        PlausibleFaults("newfstatat", "file", [EACCES]),
        PlausibleFaults("openat", "new", [EMFILE, EACCES, ENOSPC], pauses: [EINTR]),
        PlausibleFaults("openat", "file", [EMFILE, EACCES, EIO], pauses: [EINTR]),
        PlausibleFaults("openat", "device", [EMFILE, EACCES], pauses: [EINTR]),
        PlausibleFaults("openat", "proc", [EMFILE, EACCES]),
        PlausibleFaults("openat2", "file", [EMFILE, EACCES], pauses: [EINTR]),
        PlausibleFaults("pipe2", "*", [EMFILE]),
        PlausibleFaults("pread64", "file", [EIO], pauses: [EINTR], canBeShort: true),
        PlausibleFaults("pwrite64", "file", [ENOSPC], pauses: [EINTR], canBeShort: true),
        PlausibleFaults("read", "file", [EIO], pauses: [EINTR], canBeShort: true),
        PlausibleFaults("read", "pipe", pauses: [EINTR], canBeShort: true),
        PlausibleFaults("read", "device", [EIO], pauses: [EINTR, EAGAIN]),
        PlausibleFaults("rename", "file", [ENOSPC, EACCES]),
        PlausibleFaults("rmdir", "file", [EACCES]),
        PlausibleFaults("symlink", "*", [ENOSPC]),
        PlausibleFaults("unlink", "file", [EACCES]),
        PlausibleFaults("utimensat", "file", [EPERM]),
        PlausibleFaults("write", "file", [ENOSPC, EIO], pauses: [EINTR], canBeShort: true),
        PlausibleFaults("write", "pipe", [EPIPE], pauses: [EINTR], canBeShort: true),
        PlausibleFaults("write", "device", [EIO], pauses: [EINTR]),
    ]

    private static let sockets: [PlausibleFaults] = [
        PlausibleFaults("accept4", "stream", [EMFILE, ECONNABORTED], pauses: [EINTR, EAGAIN]),
        PlausibleFaults("bind", "*", [EADDRINUSE]),
        PlausibleFaults("connect", "stream", [ECONNREFUSED, EADDRNOTAVAIL]),
        PlausibleFaults("getpeername", "stream", [ENOTCONN]),
        PlausibleFaults("getsockname", "stream", [ENOBUFS]),
        PlausibleFaults("getsockopt", "stream", [ENOBUFS]),
        PlausibleFaults("listen", "stream", [EADDRINUSE]),
        PlausibleFaults("read", "stream", [ECONNRESET], pauses: [EINTR, EAGAIN], canBeShort: true),
        PlausibleFaults("recvfrom", "stream", [ECONNRESET], pauses: [EINTR, EAGAIN], canBeShort: true),
        // These sockets do not block, so no signal interrupts them; libpcap relies on that.
        PlausibleFaults("recvfrom", "datagram", [ENOBUFS], pauses: [EAGAIN]),
        PlausibleFaults("recvfrom", "netlink", [ENOBUFS], pauses: [EINTR]),
        PlausibleFaults("recvmsg", "stream", [ECONNRESET], pauses: [EINTR, EAGAIN]),
        PlausibleFaults("recvmsg", "*", [ENOBUFS], pauses: [EINTR]),
        PlausibleFaults("sendfile", "stream", [EIO, EPIPE], pauses: [EINTR, EAGAIN]),
        PlausibleFaults("sendmsg", "stream", [ENOBUFS, EPIPE], pauses: [EINTR, EAGAIN]),
        PlausibleFaults("sendmsg", "*", [ENOBUFS, EPERM], pauses: [EINTR]),
        PlausibleFaults("sendto", "stream", [ENOBUFS, EPIPE], pauses: [EINTR, EAGAIN], canBeShort: true),
        PlausibleFaults("sendto", "*", [ENOBUFS, EPERM], pauses: [EINTR]),
        PlausibleFaults("setsockopt", "*", [EPERM, ENOBUFS]),
        PlausibleFaults("shutdown", "stream", [ENOTCONN]),
        PlausibleFaults("socket", "*", [EMFILE, ENOBUFS]),
        PlausibleFaults("socketpair", "*", [EMFILE]),
        PlausibleFaults("write", "stream", [EPIPE], pauses: [EINTR, EAGAIN], canBeShort: true),
        PlausibleFaults("writev", "stream", [EPIPE], pauses: [EINTR, EAGAIN]),
    ]

    private static let waiting: [PlausibleFaults] = [
        PlausibleFaults("epoll_create1", "*", [EMFILE]),
        PlausibleFaults("epoll_ctl", "added", [ENOSPC]),
        PlausibleFaults("epoll_pwait2", "*", pauses: [EINTR]),
        PlausibleFaults("epoll_wait", "*", pauses: [EINTR]),
        PlausibleFaults("eventfd2", "*", [EMFILE]),
        PlausibleFaults("getrandom", "*", pauses: [EINTR]),
        PlausibleFaults("inotify_add_watch", "*", [ENOSPC]),
        PlausibleFaults("inotify_init1", "*", [EMFILE]),
        PlausibleFaults("poll", "*", [ENOMEM], pauses: [EINTR]),
        PlausibleFaults("ppoll", "*", pauses: [EINTR]),
        PlausibleFaults("signalfd4", "*", [EMFILE]),
        PlausibleFaults("timerfd_create", "*", [EMFILE]),
    ]

    private static let rights: [PlausibleFaults] = [
        PlausibleFaults("clone3", "*", [EAGAIN]),
        PlausibleFaults("ioctl", "device", [EPERM]),
        PlausibleFaults("ioctl", "datagram", [EPERM]),
        PlausibleFaults("mount", "*", [EPERM]),
        PlausibleFaults("sched_setscheduler", "*", [EPERM]),
        PlausibleFaults("setns", "*", [EPERM]),
        PlausibleFaults("setpriority", "*", [EPERM]),
        PlausibleFaults("unshare", "*", [EPERM, ENOSPC]),
    ]
}
