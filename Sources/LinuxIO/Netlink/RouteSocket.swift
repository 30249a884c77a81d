internal import CLinux
import Glibc

/// Sets up interfaces in the network namespace of the thread that opens it. Every change is acknowledged, or
/// throws.
package struct RouteSocket: ~Copyable {
    private let socket: NetlinkSocket

    package init() throws(SystemCallError) {
        socket = NetlinkSocket(
            owning: try systemCall("socket", on: "netlink") { netlab_route_socket() }
        )
    }

    /// Sends one request and waits for the kernel's answer. `what` and `target` appear in the error.
    func request(
        _ what: String,
        on target: String,
        _ message: consuming NetlinkMessage
    ) throws(SystemCallError) {
        message.finish()
        try socket.exchange(what, on: target, message.bytes)
    }

    package static func index(of interface: String) throws(SystemCallError) -> Int32 {
        let index = if_nametoindex(interface)
        guard index != 0 else {
            throw SystemCallError("if_nametoindex", on: interface, errno: netlab_errno())
        }
        return Int32(index)
    }
}
