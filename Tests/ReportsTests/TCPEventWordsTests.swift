import Inspection
import Testing
import Wire

@testable import Reports

@Suite struct TCPEventWordsTests {
    private static let ms: Int64 = 1_000_000

    private static let flow = CaptureFlow(
        stream: 0,
        client: Endpoint(address: .v4(1), port: 40_000),
        server: Endpoint(address: .v4(2), port: 80),
        isClientGuessed: false,
        firstStamp: 0,
        lastStamp: 1000 * ms
    )

    private func words(_ kind: TCPEvent.Kind, count: Int, bytes: Int, from offset: Int, to end: Int)
        -> String?
    {
        var event = TCPEvent(kind, isFromClient: false, stamp: 512 * Self.ms, packet: 7)
        (event.count, event.bytes, event.offset, event.end) = (count, bytes, offset, end)
        event.lastStamp = 525 * Self.ms
        if kind == .retransmission { (event.repair, event.isAgain) = (.fast, true) }
        let events = TCPEvents(stream: 0, [event], leftOut: 0)
        return TCPEventWords(Self.flow).events(events).first?.text
    }

    @Test func `reports two gaps as two`() {
        #expect(
            words(.gap, count: 1, bytes: 753, from: 0, to: 753)
                == "753 B missing before this segment, from byte 0"
        )
        #expect(
            words(.gap, count: 2, bytes: 1765, from: 0, to: 3630)
                == "2 gaps until 0.525 s: 1,765 B missing between bytes 0 and 3,630"
        )
    }

    @Test func `segments with a gap between them are not reported as one range`() {
        #expect(
            words(.retransmission, count: 2, bytes: 2896, from: 2896, to: 5792)
                == "retransmitted fast: 2 segments, from byte 2,896"
        )
        #expect(
            words(.retransmission, count: 2, bytes: 2189, from: 0, to: 8958)
                == "retransmitted fast: 2 segments between bytes 0 and 8,958"
        )
    }
}
