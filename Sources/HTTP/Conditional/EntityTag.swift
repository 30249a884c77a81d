/// The validator of one state of a resource.
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    package var isWeak: Bool
    /// What stands between the quotes.
    package var opaque: String

    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads the value of an `ETag` field; nil where it is not one entity tag.
    package init?(parsing text: String) {
        var bytes = HTTPText.trimmed(HTTPText.bytes(text))
        guard let tag = Self.read(&bytes), bytes.isEmpty else { return nil }
        self = tag
    }

    /// As in a field.
    package var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

    /// Equal where only the opaque part counts: what `If-None-Match` asks.
    package func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }

    /// Equal where the two states are the same to the byte: what `If-Match` and `If-Range` ask.
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Takes one entity tag off the front; nil, and nothing taken, where there is none.
    static func read(_ bytes: inout ArraySlice<UInt8>) -> EntityTag? {
        var rest = bytes
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let opaque = rest[..<end]
        guard opaque.allSatisfy({ $0 > HTTPText.space && $0 != 0x7F }) else { return nil }
        bytes = rest[(end + 1)...]
        return EntityTag(HTTPText.string(opaque), isWeak: isWeak)
    }
}
