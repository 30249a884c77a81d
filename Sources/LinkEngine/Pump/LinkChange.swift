package import LinkModel
package import Wire

/// A change of the line while packets were on it.
package struct LinkChange: Hashable, Sendable {
    /// From this time packets meet the new line.
    package var at: Instant
    package var link: LinkParameters
}
