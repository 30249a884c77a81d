internal import CLinux
import Glibc

/// A non-blocking UDP socket bound to an address. It belongs to the network namespace of the thread that made it.
package struct DatagramSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// The actual address: the kernel chooses the port if 0 was requested.
    package let address: SocketAddress

    package init(_ wanted: SocketAddress) throws(SystemCallError) {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = OwnedDescriptor(
            owning: try systemCall("socket") { Glibc.socket(wanted.family, kind, 0) }
        )
        let raw = socket.raw
        try systemCall("bind", on: "\(wanted)") { wanted.withRaw { bind(raw, $0, $1) } }
        address = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
            try systemCall("getsockname") { getsockname(raw, pointer, length) }
        }.address
        descriptor = socket
    }

    /// For a poller. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// The next datagram, cut to `count` bytes, and its sender; nil if there is none.
    package func receive(atMost count: Int) throws(SystemCallError) -> (bytes: [UInt8], peer: SocketAddress)?
    {
        let raw = raw
        var bytes = [UInt8](repeating: 0, count: count)
        do throws(SystemCallError) {
            let (received, peer) = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
                try systemCall("recvfrom") { recvfrom(raw, &bytes, count, 0, pointer, length) }
            }
            bytes.removeLast(count - received)
            return (bytes, peer)
        } catch  where error.errno == EAGAIN {
            return nil
        }
    }

    /// Sends one whole datagram.
    package func send(_ bytes: [UInt8], to peer: SocketAddress) throws(SystemCallError) {
        let raw = raw
        try systemCall("sendto", on: "\(peer)") {
            peer.withRaw { sendto(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
        }
    }
}
