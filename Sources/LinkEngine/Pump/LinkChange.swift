package import LinkModel
package import Wire

/// A line that took the place of another while packets were on it.
package struct LinkChange: Hashable, Sendable {
    /// From then on packets meet the new line.
    package var at: Instant
    package var link: LinkParameters
}
