package import CacheClient
import LinuxIO

/// How a bench's client reaches the origin.
package struct OriginRoute: Hashable, Sendable {
    /// The origin's host names.
    package var hosts: [String] = [Bench.originName]
    /// The origin's address, with a port if the URL's does not apply, or several by commas, the preferred one first; nil if the
    /// client asks a name server.
    package var address: String?
    /// Congestion control of the client's sockets; nil is the system's default.
    package var congestion: String?
    /// Authorities to trust for the origin, in PEM; nil without encryption.
    package var authorities: String?
    package var http: HTTPVersions = .http1
    /// URL of the proxy to go through; nil goes to the origin itself.
    package var proxy: String?

    /// Addresses by host name; empty if the client asks a name server.
    package var addresses: [String: String] {
        guard let address else { return [:] }
        return Dictionary(hosts.map { ($0, address) }) { first, _ in first }
    }

    /// The same for a proxy, which knows one address. With a port of 0 the URL's applies.
    var places: [String: SocketAddress] {
        guard let address, let place = Self.place(address) else {
            return [:]
        }
        return Dictionary(hosts.map { ($0, place) }) { first, _ in first }
    }

    private static func place(_ address: String) -> SocketAddress? {
        let parts = address.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { return SocketAddress(address, port: 0) }
        return SocketAddress(String(parts[0]), port: port)
    }
}
