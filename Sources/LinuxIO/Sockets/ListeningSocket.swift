internal import CLinux
import Glibc

/// A non-blocking TCP socket that accepts connections. It and its connections belong to the network namespace
/// of the thread that made it.
package struct ListeningSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// The actual address: the kernel chooses the port if 0 was requested.
    package let address: SocketAddress

    /// Binds and listens. Accepted connections inherit the congestion control and the buffer sizes; nil uses
    /// the kernel's defaults.
    package init(
        _ wanted: SocketAddress,
        backlog: Int32,
        congestion: String? = nil,
        sendBuffer: Int32? = nil,
        receiveBuffer: Int32? = nil
    ) throws(SystemCallError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = OwnedDescriptor(
            owning: try systemCall("socket") { Glibc.socket(wanted.family, kind, 0) }
        )
        let raw = socket.raw
        try SocketOption.set("SO_REUSEADDR", of: raw, SOL_SOCKET, SO_REUSEADDR, to: 1)
        if wanted.family == AF_INET6 {
            // `::` serves both families, whatever the machine's default.
            try SocketOption.set("IPV6_V6ONLY", of: raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0)
        }
        if let sendBuffer {
            try SocketOption.set("SO_SNDBUF", of: raw, SOL_SOCKET, SO_SNDBUF, to: sendBuffer)
        }
        if let receiveBuffer {
            try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: receiveBuffer)
        }
        if let congestion { try SocketOption.setCongestion(raw, congestion) }
        try systemCall("bind", on: "\(wanted)") { wanted.withRaw { bind(raw, $0, $1) } }
        try systemCall("listen", on: "\(wanted)") { listen(raw, backlog) }
        address = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
            try systemCall("getsockname") { getsockname(raw, pointer, length) }
        }.address
        descriptor = socket
    }

    /// For a poller. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// Refuses new connections from now on, and resets those not yet accepted.
    package func stopListening() {
        _ = shutdown(raw, Int32(SHUT_RD))
    }

    /// The next connection, non-blocking and without delay for small writes; nil if none is waiting.
    package func accept() throws(SystemCallError) -> StreamSocket? {
        do {
            let (accepted, peer) = try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
                try systemCall("accept") { netlab_accept(raw, pointer, length) }
            }
            let socket = StreamSocket(owning: accepted, peer: peer)
            try SocketOption.set("TCP_NODELAY", of: accepted, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
            return socket
        } catch  where error.errno == EAGAIN || error.errno == ECONNABORTED {
            return nil
        }
    }
}
