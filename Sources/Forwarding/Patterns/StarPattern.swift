/// A text in which a star stands for any characters, or none.
package struct StarPattern: Hashable, Sendable, CustomStringConvertible {
    private static let star = UInt8(ascii: "*")

    private let bytes: [UInt8]

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var endsInStar: Bool { bytes.last == Self.star }

    package func matches(_ text: String) -> Bool { rest(in: text) != nil }

    /// What the star at the pattern's end stands for, empty without such a star; nil if the text does not
    /// match. The stars before it stand for as little as possible.
    package func rest(in text: String) -> String? {
        // One point to return to is enough: the latest star may always take one character more.
        let text = Array(text.utf8)
        var (place, position) = (0, 0)
        var retry: (pattern: Int, text: Int)?
        var end = text.count
        while position < text.count {
            if place < bytes.count, bytes[place] == Self.star {
                if place == bytes.count - 1 {
                    end = position
                    position = text.count
                }
                place += 1
                retry = (place, position)
            } else if place < bytes.count, bytes[place] == text[position] {
                place += 1
                position += 1
            } else if let last = retry {
                retry = (last.pattern, last.text + 1)
                (place, position) = (last.pattern, last.text + 1)
            } else {
                return nil
            }
        }
        guard bytes[place...].allSatisfy({ $0 == Self.star }) else { return nil }
        return String(decoding: text[end...], as: UTF8.self)
    }

    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
