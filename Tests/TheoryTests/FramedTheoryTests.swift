import LinkModel
import Testing
import Theory
import Wire

@Suite struct FramedTheoryTests {
    /// 1 Mbit/s both ways: 8 us per byte.
    private func theory(_ framing: LinkFraming) -> LinkTheory {
        let side = DirectionParameters(rateBps: 1_000_000, oneWayDelay: 1_000_000)
        return LinkTheory(link: LinkParameters(down: side, up: side, framing: framing))
    }

    private let input = TheoryInput(newConnection: true, requestBytes: 100, headerBytes: 200, bodyBytes: 1800)

    // 2000 bytes are two segments: packets of 1500 and 604 bytes.
    @Test(arguments: [
        (LinkFraming.none, 1500 + 604), (LinkFraming(overhead: 18), 1518 + 622),
        (LinkFraming(overhead: 0, isATM: true), 32 * 53 + 13 * 53),
        (LinkFraming(overhead: 18, isATM: true), 32 * 53 + 13 * 53),
        (LinkFraming(overhead: 37, isATM: true), 33 * 53 + 14 * 53),
    ])
    func `a response takes the time of its framed packets`(framing: LinkFraming, bytes: Int) {
        #expect(theory(framing).wire(headerBytes: 200, bodyBytes: 1800) == Int64(bytes) * 8000)
        #expect(theory(framing).article(bodyBytes: 1800) == 14_400_000)
    }

    // A SYN of 60 bytes is two cells, as is an acknowledgement of 52; the request's 152 bytes are four.
    @Test func `handshakes, requests and acknowledgements are framed, too`() {
        let cell = Int64(53 * 8000)
        let handshake = 2 * (2 * cell + 1_000_000)
        let request = (2 + 4) * cell + 1_000_000
        // The request's acknowledgement precedes the response.
        let response = (2 + 32 + 13) * cell + 1_000_000
        let atm = theory(LinkFraming(overhead: 0, isATM: true))
        #expect(atm.alone(input) == handshake + request + response)
        let end = Instant.zero + handshake + request + response
        #expect(atm.shared([input], connections: 1).ends == [end])
    }

    @Test func `empty framing changes nothing`() {
        #expect(theory(LinkFraming(overhead: 0)).alone(input) == theory(.none).alone(input))
    }
}
