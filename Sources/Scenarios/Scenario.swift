/// One validated scenario with every default filled in, from which the bench is built.
package struct Scenario: Hashable, Sendable {
    package var name: String
    package var about: String?
    package var seed: UInt64
    /// nil if the scenario does not set it.
    package var clock: ClockChoice?
    /// The client reaches its origins through netlab's proxy, on its own host.
    package var hasProxy: Bool
    package var link: LinkSettings
    package var origin: OriginSettings
    /// In the order of the file. Names are unique, and none is the scenario's own host.
    package var namedOrigins: [NamedOrigin]
    package var client: ClientSettings
    package var steps: [Step]
    /// Those at the end of the file and those of the steps, by line number.
    package var expectations: [Expectation]

    /// Seed of fixtures, fates and draws unless the scenario sets one.
    package static let defaultSeed: UInt64 = 1

    /// Defaults are those of a scenario file. `ScenarioLoader` checks a scenario made here as it checks a
    /// file.
    package init(
        name: String,
        about: String? = nil,
        seed: UInt64 = defaultSeed,
        clock: ClockChoice? = nil,
        hasProxy: Bool = false,
        link: LinkSettings = LinkSettings(),
        origin: OriginSettings,
        namedOrigins: [NamedOrigin] = [],
        client: ClientSettings = ClientSettings(),
        steps: [Step],
        expectations: [Expectation] = []
    ) {
        self.name = name
        self.about = about
        self.seed = seed
        self.clock = clock
        self.hasProxy = hasProxy
        self.link = link
        self.origin = origin
        self.namedOrigins = namedOrigins
        self.client = client
        self.steps = steps
        self.expectations = expectations
    }
}
