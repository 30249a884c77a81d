package import LinuxIO

/// The name servers of the machine, and the socket for names that the bench's own server does not know.
///
/// The socket belongs to the network namespace of the thread that makes it. From there it also reaches
/// servers on the machine's loopback, which nothing on the bench could.
package final class NameRelay: Sendable {
    /// The same number as the C library asks.
    private static let most = 3

    package let servers: [SocketAddress]
    let socket: DatagramSocket

    /// nil if there are no servers.
    package init?(servers: [SocketAddress]) throws(SystemCallError) {
        guard !servers.isEmpty else { return nil }
        self.servers = Array(servers.prefix(Self.most))
        socket = try DatagramSocket(SocketAddress(address: 0, port: 0))
    }

    /// A relay to the machine's own name servers; nil if none has an IPv4 address.
    package static func ofMachine() throws(SystemCallError) -> NameRelay? {
        let addresses = try NameResolution.machineServers()
        return try NameRelay(servers: addresses.map { SocketAddress(address: $0, port: NameServer.port) })
    }
}
