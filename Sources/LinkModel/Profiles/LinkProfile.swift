/// A named line with where its numbers come from.
package struct LinkProfile: Hashable, Sendable {
    /// `family/preset`, such as `nlc/dsl`.
    package var name: String
    package var about: String
    package var link: LinkParameters
    /// Where the numbers were read.
    package var source: String
    /// What the source means by latency, and how that became one-way delays.
    package var latencyMeaning: String
    /// Numbers for which no first-hand source was found, named; nil where every number has one.
    package var unverified: String?
    /// What the preset also does that this line cannot do yet; nil where nothing is missing.
    package var missing: String?
}
