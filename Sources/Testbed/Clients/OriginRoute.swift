package import CacheClient

/// How a bench's client reaches the origin.
package struct OriginRoute: Hashable, Sendable {
    /// The origin's host names.
    package var hosts: [String] = [Bench.originName]
    /// The origin's address, with a port if the URL's does not apply; nil if the client asks a name server.
    package var address: String?
    /// Congestion control of the client's sockets; nil is the system's default.
    package var congestion: String?
    /// Authorities to trust for the origin, in PEM; nil without encryption.
    package var authorities: String?
    package var http: HTTPVersions = .http1

    /// Addresses by host name; empty if the client asks a name server.
    package var addresses: [String: String] {
        guard let address else { return [:] }
        return Dictionary(hosts.map { ($0, address) }) { first, _ in first }
    }
}
