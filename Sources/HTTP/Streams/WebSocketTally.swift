/// Counts the messages that one end of a WebSocket (RFC 6455) sends, from its bytes as they pass. It keeps no
/// content, only the frame's head that is under way.
package struct WebSocketTally: Hashable, Sendable {
    /// The longest head: two bytes, the length in eight, and the mask in four.
    private static let longestHead = 14

    package private(set) var count = MessageCount()
    private var head: [UInt8] = []
    /// Bytes of the frame's content that are to come.
    private var left: UInt64 = 0
    private var isData = false
    private var isLast = false
    /// The bytes were no frames: what follows is not counted.
    private var isLost = false

    package init() { head.reserveCapacity(Self.longestHead) }

    package mutating func receive(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !isLost, !rest.isEmpty {
            if left > 0 {
                pass(&rest)
            } else if let byte = rest.popFirst() {
                head.append(byte)
                if head.count == WebSocketFrameHead.length(of: head) { begin() }
            }
        }
    }

    /// Content of the frame, as much of it as has come.
    private mutating func pass(_ rest: inout ArraySlice<UInt8>) {
        let passed = Int(min(left, UInt64(rest.count)))
        rest = rest.dropFirst(passed)
        left -= UInt64(passed)
        if isData { count.bytes += passed }
        if left == 0 { end() }
    }

    private mutating func begin() {
        let frame = WebSocketFrameHead(head)
        (left, isLast) = (frame.length, frame.isLast)
        isData = frame.isOfMessage
        isLost = (3...7).contains(frame.kind) || frame.kind > 10 || left > UInt64(Int64.max)
        head.removeAll(keepingCapacity: true)
        if left == 0 { end() }
    }

    private mutating func end() {
        if isData, isLast, !isLost { count.messages += 1 }
    }
}
