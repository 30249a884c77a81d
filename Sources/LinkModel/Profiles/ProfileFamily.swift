/// The presets of one tool.
package struct ProfileFamily: Hashable, Sendable {
    /// What stands before the slash: `wpt`.
    package var name: String
    /// The tool.
    package var title: String
    /// What the tool means by latency, and how that became one-way delays.
    package var latencyMeaning: String
    package var profiles: [LinkProfile]
}
