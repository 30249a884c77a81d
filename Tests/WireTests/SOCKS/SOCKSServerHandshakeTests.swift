import Testing
import Wire

struct SOCKSServerHandshakeTests {
    private typealias Event = SOCKSServerHandshake.Event

    private static let greeting: [UInt8] = [5, 2, 0, 2]

    /// All events of bytes that arrive `size` at a time, and the bytes left over.
    private static func events(_ bytes: [UInt8], by size: Int) -> (events: [Event], rest: [UInt8]) {
        var handshake = SOCKSServerHandshake()
        var events: [Event] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            handshake.receive(bytes[start..<min(start + size, bytes.count)])
            while let event = handshake.next() { events.append(event) }
        }
        return (events, Array(handshake.rest))
    }

    private static let requests: [(bytes: [UInt8], request: SOCKSRequest)] = [
        (
            greeting + [5, 1, 0, 1, 192, 0, 2, 7, 1, 187],
            SOCKSRequest(.v5, .address(.v4(0xC000_0207)), port: 443)
        ),
        (
            greeting + [5, 1, 0, 4, 0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 80],
            SOCKSRequest(.v5, .address(.v6(high: 0x2001_0DB8_0000_0000, low: 9)), port: 80)
        ),
        (
            greeting + [5, 1, 0, 3, 6] + Array("a.test".utf8) + [0x1F, 0x90],
            SOCKSRequest(.v5, .name("a.test"), port: 8080)
        ),
        // An empty name is for the server to judge.
        (greeting + [5, 1, 0, 3, 0, 0, 1], SOCKSRequest(.v5, .name(""), port: 1)),
        (
            [4, 1, 0, 80, 192, 0, 2, 7] + Array("me".utf8) + [0],
            SOCKSRequest(.v4, .address(.v4(0xC000_0207)), port: 80)
        ),
        (
            [4, 1, 0, 80, 0, 0, 0, 1, 0] + Array("a.test".utf8) + [0],
            SOCKSRequest(.v4a, .name("a.test"), port: 80)
        ),
        ([4, 1, 0, 80, 0, 0, 0, 0, 0], SOCKSRequest(.v4, .address(.any4), port: 80)),
    ]

    @Test(arguments: requests.indices, [1, 2, 3, 1000])
    func `a request is parsed in pieces of any size, and later bytes are left`(
        _ index: Int,
        _ size: Int
    ) {
        let (bytes, request) = Self.requests[index]
        let (events, rest) = Self.events(bytes + [0x16, 3, 1], by: size)
        let greeting: [Event] = bytes[0] == 5 ? [.reply([5, 0])] : []
        #expect(events == greeting + [.request(request)])
        #expect(rest == [0x16, 3, 1])
    }

    @Test(arguments: requests.indices)
    func `a truncated request gives no event`(_ index: Int) {
        let bytes = Self.requests[index].bytes
        for count in 0..<bytes.count {
            let events = Self.events(Array(bytes[..<count]), by: 1000).events
            #expect(events.allSatisfy { $0 == .reply([5, 0]) }, "\(count)")
        }
    }

    private static let refusals: [(bytes: [UInt8], refusal: SOCKSRefusal, reply: [UInt8])] = [
        ([6, 1, 0], .malformed, []),
        ([5, 1, 2], .authentication, [5, 0xFF]),
        ([5, 0], .authentication, [5, 0xFF]),
        (greeting + [4, 1, 0, 1, 1], .malformed, SOCKSReply.failed.bytes(.v5)),
        // BIND and UDP ASSOCIATE.
        (greeting + [5, 2, 0, 1, 1, 2, 3, 4, 0, 1], .command(2), SOCKSReply.unknownCommand.bytes(.v5)),
        (greeting + [5, 3, 0, 1, 1, 2, 3, 4, 0, 1], .command(3), SOCKSReply.unknownCommand.bytes(.v5)),
        (greeting + [5, 1, 0, 2, 1], .addressType(2), SOCKSReply.unknownAddressType.bytes(.v5)),
        ([4, 2, 0, 80, 1, 2, 3, 4, 0], .command(2), SOCKSReply.failed.bytes(.v4)),
        (
            [4, 1, 0, 80, 1, 2, 3, 4] + [UInt8](repeating: 65, count: 256), .malformed,
            SOCKSReply.failed.bytes(.v4)
        ),
        (
            [4, 1, 0, 80, 0, 0, 0, 1, 0] + [UInt8](repeating: 65, count: 256), .malformed,
            SOCKSReply.failed.bytes(.v4)
        ),
    ]

    @Test(arguments: refusals.indices, [1, 1000])
    func `an unsupported request is refused once with the protocol's code`(_ index: Int, _ size: Int) {
        let (bytes, refusal, reply) = Self.refusals[index]
        let events = Self.events(bytes + bytes, by: size).events
        #expect(events.filter { $0 != .reply([5, 0]) } == [.refused(refusal, reply: reply)])
    }

    @Test func `any bytes end within the longest request`() {
        for seed in UInt64(0)..<2000 {
            var bytes = (0..<800).map { UInt8(truncatingIfNeeded: SplitMix.mixed(seed << 10 | UInt64($0))) }
            bytes[0] = 4 + bytes[0] % 2
            let events = Self.events(bytes, by: 7).events
            let isDone = events.contains { if case .reply = $0 { false } else { true } }
            #expect(isDone, "\(bytes)")
        }
    }
}
