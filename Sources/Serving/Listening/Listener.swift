package import LinuxIO
package import TLS

/// A listening socket of a server. It belongs to the network namespace of the thread that makes it, and so do
/// the connections that it accepts, on whichever thread they are served.
package struct Listener: ~Copyable, Sendable {
    /// Connections that may wait to be accepted.
    private static let backlog: Int32 = 1024

    let socket: ListeningSocket
    /// nil if connections are not encrypted.
    let tls: TLSServerContext?
    let protocols: HTTPProtocols
    /// nil if clients know this server.
    let redirectedPort: UInt16?

    /// The kernel chose the port if 0 was requested.
    package var address: SocketAddress { socket.address }
    package var port: UInt16 { socket.address.port }

    /// Listens on an IPv4 or IPv6 address, on `::` for both families.
    ///
    /// `port` 0 takes a free one. `congestion` names the connections' congestion control; nil leaves the
    /// machine's. `sendBuffer` is a connection's buffer for unacknowledged bytes, limited by the kernel to
    /// what it allows. With `tls` every connection begins with a handshake, whose context offers the
    /// `protocols` by name.
    package init(
        address: String,
        port: UInt16 = 0,
        congestion: String? = nil,
        sendBuffer: Int32? = 4_194_304,
        tls: TLSServerContext? = nil,
        protocols: HTTPProtocols = [.http1, .http2]
    ) throws(ListenerError) {
        guard let wanted = SocketAddress(address, port: port) else { throw .invalidAddress(address) }
        try self.init(wanted, congestion: congestion, sendBuffer: sendBuffer, tls: tls, protocols: protocols)
    }

    /// `redirectedPort` is for clients that were led here without knowing, and believe to be at that port of a server whose
    /// name they say first, in TLS or in a request. The responder gets a CONNECT of each connection.
    package init(
        _ wanted: SocketAddress,
        congestion: String? = nil,
        sendBuffer: Int32? = 4_194_304,
        tls: TLSServerContext? = nil,
        protocols: HTTPProtocols = [.http1, .http2],
        redirectedPort: UInt16? = nil
    ) throws(ListenerError) {
        do throws(SystemCallError) {
            socket = try ListeningSocket(
                wanted,
                backlog: Self.backlog,
                congestion: congestion,
                sendBuffer: sendBuffer
            )
        } catch {
            throw ListenerError(error, on: wanted, congestion: congestion)
        }
        self.tls = tls
        self.protocols = protocols
        self.redirectedPort = redirectedPort
    }
}
