/// A domain name: its labels from the left, none for the root. Names that differ only in the case of ASCII
/// letters are equal, but keep their spelling.
package struct DNSName: Sendable {
    /// In bytes on the wire, including the root's zero.
    package static let longest = 255
    package static let longestLabel = 63
    /// Maximum pieces of a compressed name, since each label could be in a different place.
    private static let mostPieces = 128

    package let labels: [[UInt8]]

    /// Parses text such as `origin.netlab.test`, with or without a dot at the end; nil if a label is empty or
    /// longer than the wire allows. Escapes are not supported.
    package init?(_ text: String) {
        let absolute = text.hasSuffix(".") ? text.dropLast() : text[...]
        self.init(
            labels: absolute.isEmpty
                ? []
                : absolute.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) }
        )
    }

    package init?(labels: [[UInt8]]) {
        guard labels.allSatisfy({ 1...Self.longestLabel ~= $0.count }),
            labels.reduce(1, { $0 + $1.count + 1 }) <= Self.longest
        else { return nil }
        self.labels = labels
    }

    /// Reads a name in a message and moves `offset` behind it; nil if it exceeds the message or a name's
    /// maximum length.
    ///
    /// A compressed name may only point to a place before everything it has read so far, so that it must end.
    package init?(_ message: RawSpan, at offset: inout Int) {
        var labels: [[UInt8]] = []
        var length = 1
        var position = offset
        /// Start of the current piece.
        var pieceStart = offset
        var end: Int?
        var pieces = 1
        while let first = message.byte(at: position), first != 0 {
            if first & 0xC0 == 0xC0 {
                guard let pointer = message.bigEndian16(at: position) else { return nil }
                end = end ?? position + 2
                let target = Int(pointer & 0x3FFF)
                guard target < pieceStart, pieces < Self.mostPieces else { return nil }
                (position, pieceStart) = (target, target)
                pieces += 1
                continue
            }
            // The other two label types were never in lasting use.
            guard first & 0xC0 == 0 else { return nil }
            let count = Int(first)
            length += count + 1
            guard length <= Self.longest, position + 1 + count <= message.byteCount else { return nil }
            labels.append((position + 1...position + count).compactMap { message.byte(at: $0) })
            position += 1 + count
        }
        guard message.byte(at: position) == 0 else { return nil }
        offset = end ?? position + 1
        self.labels = labels
    }

    /// Encoded without compression.
    package var encoded: [UInt8] {
        labels.flatMap { [UInt8($0.count)] + $0 } + [0]
    }

    private var folded: [[UInt8]] {
        labels.map { label in label.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } }
    }
}

extension DNSName: Hashable {
    package static func == (lhs: DNSName, rhs: DNSName) -> Bool {
        lhs.folded == rhs.folded
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(folded)
    }
}

extension DNSName: CustomStringConvertible {
    /// As in zone files, without the final dot. Bytes that are not printable ASCII become a backslash and
    /// three digits.
    package var description: String {
        guard !labels.isEmpty else { return "." }
        return labels.map { label in label.map(Self.text).joined() }.joined(separator: ".")
    }

    private static func text(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
        case 0x21...0x7E: String(UnicodeScalar(byte))
        default: "\\" + String(repeating: "0", count: byte < 10 ? 2 : byte < 100 ? 1 : 0) + String(byte)
        }
    }
}
