package import Scenarios

/// What an origin serves and how.
package struct OriginConfiguration: Hashable, Sendable {
    /// Of every image that names no seed of its own, and of what is drawn for responses.
    package var seed: UInt64
    /// For clients that ask for none of the other hosts.
    package var settings: OriginSettings
    /// By their names in lower case.
    package var hosts: [String: OriginSettings]

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
