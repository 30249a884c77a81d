/// The presets of one tool.
package struct ProfileFamily: Hashable, Sendable {
    /// The part before the slash: `wpt`.
    package var name: String
    /// The tool's name.
    package var title: String
    /// What the tool means by latency, and how it was turned into one-way delays.
    package var latencyMeaning: String
    package var profiles: [LinkProfile]
}
