/// Reads the integers and texts of QPACK (RFC 9204, 4.1).
struct QPACKReader {
    /// Most bytes of one name or value.
    static let longestText = 1 << 18

    private let bytes: ArraySlice<UInt8>
    private(set) var place: Int
    /// True if a value is wrong, and not only truncated.
    private(set) var isDamaged = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    var isAtEnd: Bool { place >= bytes.endIndex }
    /// The byte at which the next value begins; nil at the end.
    var first: UInt8? { isAtEnd ? nil : bytes[place] }

    /// A number whose first bits share a byte with others; nil if it is truncated or has more than 62 bits.
    mutating func number(bits: Int) -> Int? {
        guard let first else { return nil }
        place += 1
        let most = 1 << bits - 1
        var value = Int(first) & most
        guard value == most else { return value }
        var shift = 0
        while let byte = self.first {
            guard shift < 56 else {
                isDamaged = true
                return nil
            }
            place += 1
            value += Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }

    /// A text whose length has so many bits in its first byte, below the bit that says whether it is coded. nil if it is
    /// truncated, too long or not in the code.
    mutating func text(bits: Int) -> [UInt8]? {
        guard let first else { return nil }
        let isCoded = first >> UInt8(bits) & 1 == 1
        guard let count = number(bits: bits) else { return nil }
        guard count <= Self.longestText else {
            isDamaged = true
            return nil
        }
        guard count <= bytes.endIndex - place else { return nil }
        let part = bytes[place..<place + count]
        place += count
        guard isCoded else { return Array(part) }
        let text = HuffmanCode.decode(part, most: Self.longestText)
        isDamaged = text == nil
        return text
    }
}
