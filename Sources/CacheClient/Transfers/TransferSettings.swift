internal import Wire

/// How the transfer loop treats the transfers that start from here on: made once for each configuration, so that
/// transfers hand on and compare a reference.
final class TransferSettings: Sendable {
    /// The most connections open at once to one host.
    let connections: Int
    /// The same over all hosts.
    let connectionsInAll: Int
    /// nil where there is none.
    let rateLimit: RateLimit?
    let http: HTTPVersions
    /// For one whole transfer, the wait for a connection included.
    let timeout: Nanoseconds
    /// Addresses by host name, in lower case, some with a port; what is not here is resolved by the system.
    let hosts: [String: String]
    /// Such as `cubic`; nil leaves it to the system.
    let congestionControl: String?
    /// Certificates of those who are trusted instead of the system's, in PEM.
    let authorities: String?
    /// A larger body is a failure.
    let maximumBodySize: Int
    let userAgent: String

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

extension TransferSettings: Equatable {
    static func == (one: TransferSettings, other: TransferSettings) -> Bool {
        if one === other { return true }
        return one.connections == other.connections && one.connectionsInAll == other.connectionsInAll
            && one.rateLimit == other.rateLimit && one.http == other.http && one.timeout == other.timeout
            && one.hosts == other.hosts && one.congestionControl == other.congestionControl
            && one.authorities == other.authorities && one.maximumBodySize == other.maximumBodySize
            && one.userAgent == other.userAgent
    }
}
