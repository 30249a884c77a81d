import CTrace
import Glibc

/// What a call is applied to: which errors it can give depends on that.
struct CallSubject {
    /// `file`, `new` for a file that is created, `proc`, `device`, `pipe`, `stream`, `datagram`, `netlink`, `eventfd`
    /// and the like, or `-`.
    var kind: String
    /// Such as a path.
    var name: String

    init(of call: WalkedCall, _ stop: trace_stop, thread: pid_t, process: pid_t) {
        switch call.subject {
        case .none:
            (kind, name) = ("-", "-")
        case .descriptor:
            let number = Int32(truncatingIfNeeded: stop.arguments.0)
            name = ProcessFiles.descriptor(number, of: thread)
            kind = name.hasPrefix("socket:") ? Self.socketKind(number, of: process) : Self.kind(of: name)
            // Only a new entry needs memory.
            if call.name == "epoll_ctl" {
                kind = stop.arguments.1 == UInt64(EPOLL_CTL_ADD) ? "added" : "changed"
            }
        case .path(let place):
            let places = [stop.arguments.0, stop.arguments.1]
            name = ProcessFiles.text(at: places[place], of: thread)
            let creates = call.name == "openat" && Int32(truncatingIfNeeded: stop.arguments.2) & O_CREAT != 0
            kind = creates ? "new" : Self.kind(of: name)
        }
    }

    private static func kind(of name: String) -> String {
        if name.hasPrefix("/proc/") || name.hasPrefix("/sys/") { return "proc" }
        if name.hasPrefix("/dev/") { return "device" }
        if name.hasPrefix("pipe:") { return "pipe" }
        guard name.hasPrefix("anon_inode:") else { return "file" }
        return String(name.dropFirst("anon_inode:".count).filter { $0 != "[" && $0 != "]" })
    }

    private static func socketKind(_ number: Int32, of process: pid_t) -> String {
        let copy = trace_copy(process, number)
        guard copy >= 0 else { return "gone" }
        defer { close(copy) }
        func option(_ name: Int32) -> Int32 {
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(copy, SOL_SOCKET, name, &value, &length) == 0 ? value : -1
        }
        if option(SO_DOMAIN) == AF_NETLINK { return "netlink" }
        return option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) ? "stream" : "datagram"
    }
}
