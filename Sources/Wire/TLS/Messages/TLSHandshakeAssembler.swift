/// Assembles handshake messages, which may span records or share one.
package struct TLSHandshakeAssembler: Sendable {
    /// Longer messages are skipped; long certificate chains have a tenth of this.
    package static let longestMessage = 1 << 18
    private static let headerSize = 4

    private var held: [UInt8] = []
    /// Remaining bytes of a message that is being skipped.
    private var passingOver = 0

    package init() {}

    /// True between messages.
    package var isIdle: Bool { held.isEmpty && passingOver == 0 }

    /// Takes a record's content, and hands out type and body of each message that it completes.
    package mutating func receive(_ bytes: RawSpan, message: (TLSHandshakeType, RawSpan) -> Void) {
        var rest = bytes
        if passingOver > 0 {
            let passed = min(passingOver, rest.byteCount)
            passingOver -= passed
            rest = rest.extracting(passed..<rest.byteCount)
        }
        guard rest.byteCount > 0 else { return }
        if held.isEmpty {
            let taken = take(from: rest, message)
            if passingOver == 0 { held.append(copying: rest.extracting(taken..<rest.byteCount)) }
        } else {
            held.append(copying: rest)
            var bytes: [UInt8] = []
            swap(&bytes, &held)
            let taken = take(from: bytes.span.bytes, message)
            if passingOver == 0 { held = Array(bytes[taken...]) }
        }
    }

    /// Discards a begun message after some of its bytes were lost.
    package mutating func reset() {
        held = []
        passingOver = 0
    }

    /// Returns the number of bytes that whole messages used.
    private mutating func take(from bytes: RawSpan, _ message: (TLSHandshakeType, RawSpan) -> Void) -> Int {
        var offset = 0
        while let type = bytes.byte(at: offset), let length = bytes.bigEndian24(at: offset + 1) {
            let end = offset + Self.headerSize + length
            if length > Self.longestMessage {
                passingOver = max(0, end - bytes.byteCount)
                if passingOver > 0 { return bytes.byteCount }
            } else {
                guard end <= bytes.byteCount else { break }
                message(
                    TLSHandshakeType(rawValue: type),
                    bytes.extracting(offset + Self.headerSize..<end)
                )
            }
            offset = end
        }
        return offset
    }
}
