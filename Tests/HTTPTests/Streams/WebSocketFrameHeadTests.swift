import HTTP
import Testing

struct WebSocketFrameHeadTests {
    @Test(
        arguments: [
            ([0x81, 5], 1, true, 5, 0), ([0x01, 0x80 | 125, 1, 2, 3, 4], 1, false, 125, 4),
            ([0x82, 126, 1, 2], 2, true, 258, 0), ([0x80, 127, 0, 0, 0, 1, 0, 0, 0, 0], 0, true, 1 << 32, 0),
            ([0x89, 0x80 | 126, 0, 7, 9, 9, 9, 9], 9, true, 7, 4),
        ] as [([UInt8], UInt8, Bool, UInt64, Int)]
    )
    func `a head is parsed once it is complete`(
        bytes: [UInt8],
        kind: UInt8,
        isLast: Bool,
        length: UInt64,
        mask: Int
    ) {
        #expect(WebSocketFrameHead.length(of: [bytes[0]]) == nil)
        for count in 2...bytes.count {
            #expect(WebSocketFrameHead.length(of: Array(bytes.prefix(count))) == bytes.count)
        }
        let head = WebSocketFrameHead(bytes)
        #expect(head.kind == kind && head.isLast == isLast && head.length == length)
        #expect(head.mask == bytes.suffix(mask) && head.isOfMessage == (kind < 8))
    }
}
