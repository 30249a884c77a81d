import Inspection
import Testing

/// Payload that is retransmitted long after its exchange ended.
struct LateRepeatTests {
    /// More ended exchanges than a connection holds.
    private static let count = 200

    enum Carrier: CaseIterable {
        case http1, tunnel, http2

        var turns: (up: [[UInt8]], down: [[UInt8]]) {
            let asked = Array(repeating: Sample.request, count: count)
            let answers = Array(repeating: Sample.response, count: count)
            switch self {
            case .http1: return (asked, answers)
            case .tunnel:
                let connect = bytes("CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n")
                return ([connect] + asked, [bytes("HTTP/1.1 200 OK\r\n\r\n")] + answers)
            case .http2:
                let streams = (0..<UInt32(count)).map { 2 * $0 + 1 }
                let opening = HTTP2ExchangeTests.preface + HTTP2ExchangeTests.frame(4, 0, 0, [])
                let asked = streams.map { HTTP2ExchangeTests.request($0, "/a") }
                return (
                    [opening + asked[0]] + asked.dropFirst(),
                    streams.map {
                        HTTP2ExchangeTests.response($0) + HTTP2ExchangeTests.data($0, 30, ends: true)
                    }
                )
            }
        }
    }

    @Test(arguments: Carrier.allCases, [0, 3, 190])
    func `a late retransmission counts for the exchange it repeats`(_ carrier: Carrier, _ repeated: Int)
        throws
    {
        let turns = carrier.turns
        var builder = PacketBuilder()
        builder.handshake()
        var (up, down, start) = (0, 0, 0)
        for (number, (asked, answer)) in zip(turns.up, turns.down).enumerated() {
            builder.send(.client, at: up, asked, ack: down)
            up += asked.count
            if number == repeated { start = down }
            builder.send(.server, at: down, answer, ack: up)
            down += answer.count
        }
        // Twice: all bytes of one packet, and some of them.
        builder.send(.server, at: start, turns.down[repeated], ack: up)
        builder.send(.server, at: start, turns.down[repeated].prefix(7), ack: up)
        builder.close(up: up, down: down)
        let inspection = builder.inspect()
        let again = inspection.exchanges.map(\.retransmittedBytes)
        #expect(again.count == turns.up.count)
        #expect(again[repeated] == turns.down[repeated].count + 7)
        #expect(again.reduce(0, +) == again[repeated])
        #expect(inspection.flows.first?.down.retransmittedBytes == again[repeated])
    }
}
