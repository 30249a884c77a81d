import HTTP
import Testing

struct WebSocketTallyTests {
    /// A frame as a client (`masked`) or a server sends it.
    private static func frame(_ kind: UInt8, _ size: Int, isLast: Bool = true, masked: Bool = false)
        -> [UInt8]
    {
        let mask: UInt8 = masked ? 0x80 : 0
        var head: [UInt8] = [kind | (isLast ? 0x80 : 0)]
        if size < 126 {
            head.append(mask | UInt8(size))
        } else if size < 65_536 {
            head += [mask | 126, UInt8(size >> 8), UInt8(size & 0xFF)]
        } else {
            head += [mask | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        }
        return head + (masked ? [1, 2, 3, 4] : []) + [UInt8](repeating: 0x81, count: size)
    }

    private static func count(_ bytes: [UInt8], pieces: Int) -> MessageCount {
        var tally = WebSocketTally()
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            tally.receive(bytes[start..<min(start + pieces, bytes.count)])
        }
        return tally.count
    }

    @Test(arguments: [1, 2, 7, 100_000])
    func `counts messages from pieces of any size`(pieces: Int) {
        let bytes =
            Self.frame(1, 5) + Self.frame(2, 0, masked: true) + Self.frame(1, 300, masked: true)
            + Self.frame(2, 70_000) + Self.frame(1, 125)
        #expect(Self.count(bytes, pieces: pieces) == MessageCount(messages: 5, bytes: 70_430))
    }

    @Test func `counts a fragmented message once and ignores control frames`() {
        let bytes =
            Self.frame(1, 10, isLast: false) + Self.frame(9, 4) + Self.frame(0, 10, isLast: false)
            + Self.frame(10, 4, masked: true) + Self.frame(0, 10) + Self.frame(8, 2)
        #expect(Self.count(bytes, pieces: 3) == MessageCount(messages: 1, bytes: 30))
    }

    @Test func `counts the bytes of a truncated message, but not the message`() {
        let bytes = Self.frame(1, 10) + Self.frame(1, 10).dropLast(4)
        #expect(Self.count(bytes, pieces: 100) == MessageCount(messages: 1, bytes: 16))
    }

    @Test(arguments: [[0x83, 1, 0], [0x8F, 1, 0], [0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255, 1]])
    func `an invalid frame ends the counting`(strange: [UInt8]) {
        let bytes = Self.frame(1, 3) + strange + Self.frame(1, 3)
        #expect(Self.count(bytes, pieces: 4) == MessageCount(messages: 1, bytes: 3))
    }
}
