/// One validated scenario with every default filled in: what the bench is built from.
package struct Scenario: Hashable, Sendable {
    package var name: String
    package var about: String?
    package var seed: UInt64
    /// nil where it does not say.
    package var clock: ClockChoice?
    package var link: LinkSettings
    package var origin: OriginSettings
    /// In the order of the file; their names are unique, and none is the origin's own.
    package var namedOrigins: [NamedOrigin]
    package var client: ClientSettings
    package var steps: [Step]
    /// Those at the end of the file and those of the steps, in the order of their lines.
    package var expectations: [Expectation]

    /// Of fixtures, fates and draws, where nothing says otherwise.
    package static let defaultSeed: UInt64 = 1

    /// What is not said is as a scenario file leaves it. `ScenarioLoader` checks what was made here as it checks a file.
    package init(
        name: String,
        about: String? = nil,
        seed: UInt64 = defaultSeed,
        clock: ClockChoice? = nil,
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
        self.link = link
        self.origin = origin
        self.namedOrigins = namedOrigins
        self.client = client
        self.steps = steps
        self.expectations = expectations
    }
}
