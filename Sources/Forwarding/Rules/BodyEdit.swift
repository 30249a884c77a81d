/// What rules make of a message's body.
package struct BodyEdit: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case text(String)
        /// A file's, read for each exchange.
        case file(String)
    }

    /// Longest body that is rewritten, in bytes; in the meantime it is held back.
    package static let longest = 1 << 20

    /// Stands in the body's place; nil keeps the body.
    package var content: Content?
    package var substitutions: [TextSubstitution] = []

    package init() {}

    package var isEmpty: Bool { content == nil && substitutions.isEmpty }

    /// What a later rule does comes after it.
    mutating func add(_ later: BodyEdit) {
        if later.content != nil { self = BodyEdit() }
        content = later.content ?? content
        substitutions += later.substitutions
    }

    /// The body after all substitutions. Bytes that are not UTF-8 are taken for ISO 8859-1.
    package func substituted(_ bytes: [UInt8]) -> [UInt8] {
        guard !substitutions.isEmpty else { return bytes }
        if let text = String(validating: bytes, as: UTF8.self) { return Array(substituted(text).utf8) }
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let edited = substituted(text)
        let narrow = edited.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return narrow.count == edited.unicodeScalars.count ? narrow : Array(edited.utf8)
    }

    private func substituted(_ text: String) -> String {
        substitutions.reduce(text) { $1.applied(to: $0) }
    }
}
