/// The validator of one state of a resource.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    package var isWeak: Bool
    /// The text between the quotes.
    package var opaque: String

    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads the value of an `ETag` field; nil if it is not one entity tag.
    package init?(parsing text: String) {
        var bytes = HTTPText.trimmed(HTTPText.bytes(text))
        guard let tag = SpeltEntityTag(reading: &bytes), bytes.isEmpty else { return nil }
        self.init(HTTPText.string(tag.opaque), isWeak: tag.isWeak)
    }

    /// As written in a field.
    package var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// Equal if only the opaque part counts, as in `If-None-Match`.
    package func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }

    /// Equal if the two states are the same to the byte, as in `If-Match` and `If-Range`.
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }
}
