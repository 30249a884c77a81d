package import LinuxIO

/// The name servers of the machine, and the socket by which they are asked what the bench's own server does not know.
///
/// The socket belongs to the network namespace of the thread that makes it: from there it reaches servers on the machine's
/// loopback, too, which nothing on the bench could.
package final class NameRelay: Sendable {
    /// As many as the C library asks.
    private static let most = 3

    package let servers: [SocketAddress]
    let socket: DatagramSocket

    /// nil where there are no servers.
    package init?(servers: [SocketAddress]) throws(SystemCallError) {
        guard !servers.isEmpty else { return nil }
        self.servers = Array(servers.prefix(Self.most))
        socket = try DatagramSocket(SocketAddress(address: 0, port: 0))
    }

    /// To those that the machine's own programs ask; nil where it has none with an IPv4 address.
    package static func ofMachine() throws(SystemCallError) -> NameRelay? {
        let addresses = try NameResolution.machineServers()
        return try NameRelay(servers: addresses.map { SocketAddress(address: $0, port: NameServer.port) })
    }
}
