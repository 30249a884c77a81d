/// The head of a WebSocket's frame (RFC 6455, 5.2).
package struct WebSocketFrameHead: Hashable, Sendable {
    /// What the frame is, by its number: 0 continues a message, 1 is text, 2 is binary, 8 closes.
    package var kind: UInt8
    /// It ends its message.
    package var isLast: Bool
    /// The key that the content is masked with; empty without one.
    package var mask: ArraySlice<UInt8>
    /// Bytes of the content. The number has 64 bits, of which the first must be 0.
    package var length: UInt64

    /// From 8 on frames control the connection; the others are parts of messages.
    package var isOfMessage: Bool { kind < 8 }

    /// Bytes of the head that begins so; nil before its first two have come.
    package static func length(of head: [UInt8]) -> Int? {
        guard head.count >= 2 else { return nil }
        return 2 + lengthBytes(head[1]) + (head[1] & 0x80 == 0 ? 0 : 4)
    }

    /// Reads a head of which all bytes are there.
    package init(_ head: [UInt8]) {
        let count = Self.lengthBytes(head[1])
        kind = head[0] & 0x0F
        isLast = head[0] & 0x80 != 0
        length =
            count == 0 ? UInt64(head[1] & 0x7F) : head[2..<2 + count].reduce(0) { $0 << 8 | UInt64($1) }
        mask = head[1] & 0x80 == 0 ? [] : head[(2 + count)..<(6 + count)]
    }

    /// Bytes of the length behind the first two of a head.
    private static func lengthBytes(_ byte: UInt8) -> Int {
        switch byte & 0x7F {
        case 126: 2
        case 127: 8
        default: 0
        }
    }
}
