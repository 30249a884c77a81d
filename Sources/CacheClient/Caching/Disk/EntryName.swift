internal import COpenSSL

/// The name of an entry's file: the SHA-256 of its key, in 64 lower-case hexadecimal digits. Keys of
/// any length and alphabet have names that never collide.
///
/// Held as the number it is: an index of many thousands then hashes and compares 32 bytes in place.
struct EntryName: Hashable, Sendable {
    private var words: InlineWords

    private struct InlineWords: Hashable, Sendable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
    }

    init(of key: String) {
        var key = key
        var digest = InlineWords()
        key.withUTF8 { netlab_sha256($0.baseAddress, $0.count, &digest) }
        words = InlineWords(
            first: UInt64(bigEndian: digest.first),
            second: UInt64(bigEndian: digest.second),
            third: UInt64(bigEndian: digest.third),
            fourth: UInt64(bigEndian: digest.fourth)
        )
    }

    /// nil if this is not an entry's name.
    init?(_ text: String) {
        guard text.utf8.count == 64 else { return nil }
        var words = [UInt64](repeating: 0, count: 4)
        for (place, byte) in text.utf8.enumerated() {
            guard let digit = Self.digit(byte) else { return nil }
            words[place / 16] = words[place / 16] << 4 | digit
        }
        self.words = InlineWords(first: words[0], second: words[1], third: words[2], fourth: words[3])
    }

    var text: String {
        String(unsafeUninitializedCapacity: 64) { buffer in
            for (place, word) in [words.first, words.second, words.third, words.fourth].enumerated() {
                for nibble in 0..<16 {
                    let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * nibble)) & 0xF
                    buffer[place * 16 + nibble] = digit < 10 ? 48 + digit : 87 + digit
                }
            }
            return 64
        }
    }

    /// Lower case only: a file with another spelling is not an entry.
    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 48...57: UInt64(byte - 48)
        case 97...102: UInt64(byte - 87)
        default: nil
        }
    }
}
