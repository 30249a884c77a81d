package import Scenarios

/// The content and behaviour of an origin.
package struct OriginConfiguration: Hashable, Sendable {
    /// Seed of every image that has none of its own, and of random draws for responses.
    package var seed: UInt64
    /// For clients that ask for none of the named hosts.
    package var settings: OriginSettings
    /// By host name in lower case.
    package var hosts: [String: OriginSettings]

    /// Where clients find it by another protocol, as `Alt-Svc` says that; nil if nowhere.
    package var alternative: String?

    package init(
        seed: UInt64,
        settings: OriginSettings = OriginSettings(),
        hosts: [String: OriginSettings] = [:]
    ) {
        self.seed = seed
        self.settings = settings
        self.hosts = hosts
    }

    /// A scenario's origin.
    package init(_ scenario: Scenario) {
        self.init(
            seed: scenario.seed,
            settings: scenario.origin,
            hosts: Dictionary(scenario.namedOrigins.map { ($0.host, $0.settings) }) { first, _ in first }
        )
    }
}
