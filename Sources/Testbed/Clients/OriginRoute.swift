package import CacheClient

/// How a bench's client reaches the origin.
package struct OriginRoute: Hashable, Sendable {
    /// The names that lead to it.
    package var hosts: [String] = [Bench.originName]
    /// With a port where that is not the URL's; nil where the client asks a name server for it.
    package var address: String?
    /// Of the client's sockets; nil leaves it to the system.
    package var congestion: String?
    /// Who vouches for the origin, in PEM; nil where it speaks in the clear.
    package var authorities: String?
    package var http: HTTPVersions = .http1

    /// By host; none where a name server is asked.
    package var addresses: [String: String] {
        guard let address else { return [:] }
        return Dictionary(hosts.map { ($0, address) }) { first, _ in first }
    }
}
