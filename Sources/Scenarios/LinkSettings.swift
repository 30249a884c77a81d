package import LinkModel

/// The line of a scenario: its profile, and the parameters after every override.
package struct LinkSettings: Hashable, Sendable {
    /// Full name of the profile, such as `nlc/dsl`; nil if the scenario states every parameter itself.
    package var profile: String?
    package var parameters: LinkParameters

    package init(profile: String? = nil, parameters: LinkParameters = .unlimited) {
        self.profile = profile
        self.parameters = parameters
    }

    /// The line of a preset.
    package init(_ preset: LinkProfile) {
        self.init(profile: preset.name, parameters: preset.link)
    }

    /// The same line with every default written out.
    package var settled: LinkSettings {
        var settled = self
        settled.parameters.down.queue = parameters.queueLimit(.down)
        settled.parameters.up.queue = parameters.queueLimit(.up)
        return settled
    }
}
