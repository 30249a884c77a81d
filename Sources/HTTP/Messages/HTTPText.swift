/// Conversion between a message's bytes and text, and the character classes of the grammar.
package enum HTTPText {
    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A
    static let lineEnd = [carriageReturn, lineFeed]
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09

    /// Decodes ISO 8859-1: every byte is one character.
    package static func string(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return text
    }

    /// Encodes ISO 8859-1; other characters become NUL, which no element of a value allows.
    package static func bytes(_ text: String) -> ArraySlice<UInt8> {
        let bytes = Array(text.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes[...] }
        return ArraySlice(text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0 })
    }

    /// Appends text that must not break out of its line: line ends and NUL become spaces, and characters that
    /// ISO 8859-1 lacks become question marks.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        let isAppended = text.utf8.withContiguousStorageIfAvailable { plain in
            guard isPlain(plain.span) else { return false }
            bytes.append(contentsOf: plain)
            return true
        }
        if isAppended == true { return }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0, 0x0A, 0x0D: bytes.append(space)
            case ...0xFF: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default: bytes.append(UInt8(ascii: "?"))
            }
        }
    }

    /// The same for bytes, each of which is one character.
    static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: text)
        for place in start..<bytes.count where isUnsafeInField(bytes[place]) { bytes[place] = space }
    }

    @inline(__always)
    static func isUnsafeInField(_ byte: UInt8) -> Bool {
        byte == 0 || byte == lineFeed || byte == carriageReturn
    }

    /// True if all are ASCII, and none is a control character except DEL.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        let raw = text.bytes
        let (tops, spaces): (UInt64, UInt64) = (0x8080_8080_8080_8080, 0x2020_2020_2020_2020)
        var place = 0
        // Eight at once: subtracting borrows from the top bit of a byte that is less than a space.
        while place + 8 <= text.count {
            let word = raw.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
            guard (word | (word &- spaces)) & tops == 0 else { return false }
            place += 8
        }
        while place < text.count {
            guard text[place] >= space, text[place] < 0x80 else { return false }
            place += 1
        }
        return true
    }

    /// The text as a quoted string.
    static func quoted(_ text: String) -> String {
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (first, end) = (bytes.startIndex, bytes.endIndex)
        while first < end, isBlank(bytes[first]) { first += 1 }
        while first < end, isBlank(bytes[end - 1]) { end -= 1 }
        return bytes[first..<end]
    }

    /// Index of the first such byte, from `start` on.
    static func place(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
        let (span, raw) = (bytes.span, bytes.span.bytes)
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var place = start
        // Eight at once, until one of them matches: then subtracting borrows from the bit above its own.
        while place + 8 <= span.count {
            let word = raw.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self) ^ pattern
            if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
            place += 8
        }
        while place < span.count {
            if span[place] == byte { return place }
            place += 1
        }
        return nil
    }

    /// Index of the first byte from `start` on that is less than `least`, DEL or beyond ASCII; the end if
    /// there is none.
    static func endOfPlain(_ bytes: [UInt8], from start: Int, least: UInt8) -> Int {
        let (span, raw) = (bytes.span, bytes.span.bytes)
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var place = start
        // Eight at once, until one of them matches: adding carries DEL into its top bit, and subtracting
        // borrows from that of a smaller byte.
        while place + 8 <= span.count {
            let word = raw.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
            if (word | (word &+ ones) | (word &- ones &* UInt64(least))) & tops != 0 { break }
            place += 8
        }
        while place < span.count, span[place] >= least, span[place] < 0x7F { place += 1 }
        return place
    }

    // The same for a range of a message.

    static func trimmed(_ place: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var (first, end) = (place.lowerBound, place.upperBound)
        while first < end, isBlank(bytes[first]) { first += 1 }
        while first < end, isBlank(bytes[end - 1]) { end -= 1 }
        return first..<end
    }

    static func isToken(_ place: Range<Int>, in bytes: [UInt8]) -> Bool {
        let (span, token) = (bytes.span, ASCIISet.token)
        var next = place.lowerBound
        while next < place.upperBound {
            guard token.contains(span[next]) else { return false }
            next += 1
        }
        return !place.isEmpty
    }

    static func isContent(_ place: Range<Int>, in bytes: [UInt8]) -> Bool {
        let span = bytes.span
        var next = place.lowerBound
        while next < place.upperBound {
            guard isFieldContent(span[next]) else { return false }
            next += 1
        }
        return true
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Allowed in a field value: tab, space, visible ASCII and bytes above it.
    static func isFieldContent(_ byte: UInt8) -> Bool { byte == tab || (byte >= space && byte != 0x7F) }

    static func isVisible(_ byte: UInt8) -> Bool { byte > space && byte < 0x7F }

    static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    package static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenCharacter)
    }

    static func isTokenCharacter(_ byte: UInt8) -> Bool { ASCIISet.token.contains(byte) }

    /// A decimal number of digits only; nil if it is empty, has other characters, or more than 18 digits.
    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// A hexadecimal number of digits only; nil if it is empty, has other characters, or more than 15 digits.
    static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 15 else { return nil }
        var value = 0
        for digit in digits {
            switch lowercased(digit) {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | Int(digit - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | Int(lowercased(digit) - 0x57)
            default: return nil
            }
        }
        return value
    }
}
