/// A QUIC connection identifier of up to 20 bytes, stored without a heap: every packet is found by one.
package struct QUICIdentifier: Hashable, Sendable {
    /// Longest in all supported versions.
    package static let longest = 20

    package let count: Int
    private let words: (UInt64, UInt64, UInt32)

    /// nil if the bytes do not hold the range, or it is too long.
    package init?(_ bytes: RawSpan, at offset: Int, count: Int) {
        guard count >= 0, count <= Self.longest, offset >= 0, offset <= bytes.byteCount - count else {
            return nil
        }
        var words: (UInt64, UInt64, UInt32) = (0, 0, 0)
        if count >= 8 {
            words.0 = bytes.bigEndian64(at: offset) ?? 0
            if count >= 16 {
                words.1 = bytes.bigEndian64(at: offset + 8) ?? 0
                for place in 16..<count {
                    words.2 = words.2 << 8 | UInt32(bytes.byte(at: offset + place) ?? 0)
                }
            } else {
                for place in 8..<count {
                    words.1 = words.1 << 8 | UInt64(bytes.byte(at: offset + place) ?? 0)
                }
            }
        } else {
            for place in 0..<count { words.0 = words.0 << 8 | UInt64(bytes.byte(at: offset + place) ?? 0) }
        }
        self.count = count
        self.words = words
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var left = count
        for (word, size) in [(words.0, 8), (words.1, 8), (UInt64(words.2), 4)] {
            let here = min(left, size)
            for place in 0..<here {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * (here - 1 - place))))
            }
            left -= here
        }
        return bytes
    }

    package static func == (lhs: QUICIdentifier, rhs: QUICIdentifier) -> Bool {
        lhs.count == rhs.count && lhs.words == rhs.words
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }
}

extension QUICIdentifier: CustomStringConvertible {
    /// Hexadecimal digits.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
