internal import Wire

/// How the transfer loop treats the transfers that start from here on.
struct TransferSettings: Hashable, Sendable {
    /// The most connections open at once to one host.
    var connections: Int
    /// The same over all hosts.
    var connectionsInAll: Int
    /// nil where there is none.
    var rateLimit: RateLimit?
    var http: HTTPVersions
    /// For one whole transfer, the wait for a connection included.
    var timeout: Nanoseconds
    /// Addresses by host name, in lower case, some with a port; what is not here is resolved by the system.
    var hosts: [String: String]
    /// Such as `cubic`; nil leaves it to the system.
    var congestionControl: String?
    /// Certificates of those who are trusted instead of the system's, in PEM.
    var authorities: String?
    /// A larger body is a failure.
    var maximumBodySize: Int
    var userAgent: String

    init(_ configuration: Configuration) {
        connections = max(1, configuration.connections)
        connectionsInAll = max(1, configuration.connectionsInAll)
        rateLimit = configuration.rateLimit
        http = configuration.http
        timeout = max(1, configuration.timeout.nanoseconds)
        hosts = Dictionary(configuration.hosts.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        congestionControl = configuration.congestionControl
        authorities = configuration.authorities
        maximumBodySize = configuration.maximumBodySize
        userAgent = configuration.userAgent
    }
}
