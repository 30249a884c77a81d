package import Wire

/// An IP address and a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: IPAddress
    package var port: UInt16

    package init(host: IPAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// An IPv4 address in host byte order: 0x7F000001 is 127.0.0.1.
    package init(address: UInt32, port: UInt16) {
        self.init(host: .v4(address), port: port)
    }

    package var description: String { "\(host.bracketed):\(port)" }
}
