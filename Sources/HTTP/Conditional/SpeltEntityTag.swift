/// An entity tag in its field's bytes, compared without making a string of it.
struct SpeltEntityTag {
    let isWeak: Bool
    /// The bytes between the quotes.
    let opaque: ArraySlice<UInt8>

    /// Reads one from the front; nil, with nothing consumed, if there is none.
    init?(reading bytes: inout ArraySlice<UInt8>) {
        var start = bytes.startIndex
        isWeak =
            bytes.count > 1 && bytes[start] == UInt8(ascii: "W") && bytes[start + 1] == UInt8(ascii: "/")
        if isWeak { start += 2 }
        guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "\"") else { return nil }
        var end = start + 1
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") {
            guard bytes[end] > HTTPText.space, bytes[end] != 0x7F else { return nil }
            end += 1
        }
        guard end < bytes.endIndex else { return nil }
        opaque = bytes[(start + 1)..<end]
        bytes = bytes[(end + 1)...]
    }

    func matchesWeakly(_ other: EntityTag) -> Bool {
        let text = other.opaque.utf8.span
        var place = 0
        while place < min(text.count, opaque.count) {
            let byte = opaque[opaque.startIndex + place]
            // Beyond ASCII a string's UTF-8 has more bytes than the field.
            guard byte < 0x80 else { return HTTPText.string(opaque) == other.opaque }
            guard byte == text[place] else { return false }
            place += 1
        }
        return text.count == opaque.count
    }

    func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && matchesWeakly(other)
    }
}
