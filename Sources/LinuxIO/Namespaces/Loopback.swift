internal import CLinux
import Glibc

/// The loopback interface of the calling thread's network namespace.
package enum Loopback {
    private static let somewhere = SocketAddress(address: 0x7F00_0001, port: 9)

    /// Brings the loopback up if it is down, as in a new namespace.
    package static func bringUpWhereDown() throws(SystemCallError) {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = OwnedDescriptor(owning: try systemCall("socket") { Glibc.socket(AF_INET, kind, 0) })
        do {
            // Connecting a UDP socket sends nothing and only looks for a route.
            try systemCall("connect", on: "\(somewhere)") {
                somewhere.withRaw { connect(socket.raw, $0, $1) }
            }
        } catch  where error.errno == ENETUNREACH {
            try RouteSocket().bringUp("lo")
        }
    }
}
