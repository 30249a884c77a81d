/// What a user calls a phone. It also fits the name of a file.
package struct PhoneName: Hashable, Sendable, CustomStringConvertible {
    package static let lengths = 1...40

    package let text: String

    package init(_ text: String) throws(PhoneNameError) {
        let bytes = Array(text.utf8)
        // Before its characters: a text of any length may have been given.
        guard Self.lengths ~= bytes.count else { throw .wrongLength(bytes.count) }
        if let place = bytes.firstIndex(where: { !Self.isAllowed($0) }) { throw .foreignCharacter(place + 1) }
        // A hidden file, or an option of a command.
        if bytes[0] == UInt8(ascii: ".") || bytes[0] == UInt8(ascii: "-") { throw .wrongStart }
        self.text = text
    }

    package var description: String { text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
