/// A named line and the origin of its numbers.
package struct LinkProfile: Hashable, Sendable {
    /// `family/preset`, such as `nlc/dsl`.
    package var name: String
    package var about: String
    package var link: LinkParameters
    /// Source of the numbers.
    package var source: String
    /// What the source means by latency, and how it was turned into one-way delays.
    package var latencyMeaning: String
    /// Names the numbers without a first-hand source; nil if every number has one.
    package var unverified: String?
    /// What the preset also does and this line does not support; nil if nothing is missing.
    package var missing: String?

    /// The presets that it is one of.
    package var family: ProfileFamily? {
        LinkCatalogue.families.first { name.hasPrefix($0.name + "/") }
    }
}
