internal import Wire

/// Settings of the transfer loop for the transfers of one configuration: made once, so that transfers pass on
/// and compare a reference.
final class TransferSettings: Sendable {
    /// Maximum number of open connections to one host.
    let connections: Int
    /// Maximum number of open connections, all hosts together.
    let connectionsInAll: Int
    /// nil if there is none.
    let rateLimit: RateLimit?
    let http: HTTPVersions
    /// Maximum duration of a whole transfer, including the wait for a connection.
    let timeout: Nanoseconds
    /// Addresses by host name in lower case, some with a port; the system resolves other names.
    let hosts: [String: String]
    /// URL of the proxy that transfers go through; nil if there is none.
    let proxy: String?
    /// For example `cubic`; nil uses the system's default.
    let congestionControl: String?
    /// PEM certificates of the authorities trusted instead of the system's.
    let authorities: String?
    /// A larger body fails.
    let maximumBodySize: Int
    let userAgent: String

    init(_ configuration: Configuration) {
        connections = max(1, configuration.connections)
        connectionsInAll = max(1, configuration.connectionsInAll)
        rateLimit = configuration.rateLimit
        http = configuration.http
        timeout = max(1, configuration.timeout.nanoseconds)
        hosts = Dictionary(configuration.hosts.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        proxy = configuration.proxy
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
            && one.hosts == other.hosts && one.proxy == other.proxy
            && one.congestionControl == other.congestionControl
            && one.authorities == other.authorities && one.maximumBodySize == other.maximumBodySize
            && one.userAgent == other.userAgent
    }
}
