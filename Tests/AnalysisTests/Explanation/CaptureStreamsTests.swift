import Runs
import Testing
import Wire

@testable import Analysis
@testable import Inspection

/// Streams of one HTTP/2 connection, and what keeps them waiting, from packets alone.
@Suite struct CaptureStreamsTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000
    private static let segment = 1460

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * Self.ms }

    /// A connection opened at -200 ms, with a round trip of 200 ms and a segment each ten milliseconds at these times.
    private func flow(_ stream: Int, _ segments: [Int64], roundTrip: Int64 = 200) -> CaptureFlow {
        var flow = CaptureFlow(
            stream: stream,
            client: Endpoint(address: .v4(1), port: UInt16(5000 + stream)),
            server: Endpoint(address: .v4(2), port: 443),
            isClientGuessed: false,
            firstStamp: Self.at(-roundTrip),
            lastStamp: segments.last.map(Self.at) ?? 0
        )
        flow.handshake = Handshake(syn: Self.at(-roundTrip), synAck: Self.at(0), ack: Self.at(0))
        var track = PauseTrack()
        for segment in segments {
            flow.down.goodput.add(Self.segment, at: Self.at(segment))
            track.take(
                Self.at(segment),
                bytes: Self.segment,
                isRepair: false,
                roundTrip: roundTrip * Self.ms
            )
        }
        flow.down.streamBytes = segments.count * Self.segment
        (flow.down.window, flow.down.recovery) = (track.window, track.recovery)
        return flow
    }

    private func exchange(
        of flow: CaptureFlow,
        _ order: Int,
        asked: Int64,
        first: Int64,
        last: Int64,
        segments: Int
    ) -> CaptureExchange {
        var exchange = CaptureExchange(
            stream: flow.stream,
            order: order,
            client: flow.client,
            server: flow.server
        )
        exchange.httpStream = 2 * order + 1
        (exchange.requestSent, exchange.firstByte, exchange.lastByte) = (
            Self.at(asked), Self.at(first), Self.at(last)
        )
        exchange.bodyBytes = segments * Self.segment
        exchange.wireDownBytes = exchange.bodyBytes
        return exchange
    }

    private func ledger(_ exchange: CaptureExchange, _ flows: [CaptureFlow], secured: Int64? = nil) throws
        -> TransferLedger
    {
        let list = InspectedList(flows)
        let line = SeenLine(
            rate: Double(Self.segment) * 100,
            traffic: CaptureTraffic(list),
            roundTrips: CaptureLedger.roundTrips(list)
        )
        let flow = flows.first { $0.stream == exchange.stream }
        return try #require(CaptureLedger(exchange, flow, secured: secured, line: line)).rows
    }

    private func near(_ value: Int64?, _ ms: Int64, within some: Int64 = 25) -> Bool {
        value.map { abs($0 / Self.ms - ms) <= some } ?? false
    }

    private func run(_ start: Int64, _ count: Int64) -> [Int64] { (0..<count).map { start + $0 * 10 } }

    @Test func `a stream queued after another's bytes waits for them, not for the server`() throws {
        let flow = flow(0, run(200, 60))
        let behind = exchange(of: flow, 1, asked: 0, first: 600, last: 800, segments: 20)
        let rows = try ledger(behind, [flow])
        #expect(near(rows[.sharing], 400) && near(rows[.payload], 200), "\(rows)")
        #expect(near(rows[.server], 0) && near(rows[.unexplained], 0), "\(rows)")
    }

    @Test func `a late response on an idle connection is the server's time`() throws {
        let flow = flow(0, run(700, 20))
        let late = exchange(of: flow, 1, asked: 100, first: 700, last: 900, segments: 20)
        let rows = try ledger(late, [flow])
        #expect(near(rows[.server], 400) && near(rows[.sharing], 0), "\(rows)")
    }

    @Test func `a request sent when its connection is ready had waited for the opening`() throws {
        let flow = flow(0, run(400, 20))
        let first = exchange(of: flow, 3, asked: 101, first: 400, last: 600, segments: 20)
        let rows = try ledger(first, [flow], secured: Self.at(100))
        #expect(
            near(rows[.connect], 200) && near(rows[.tls], 100) && rows[.blocked] ?? 0 <= 2 * Self.ms,
            "\(rows)"
        )
        let later = exchange(of: flow, 4, asked: 150, first: 400, last: 600, segments: 20)
        #expect(try ledger(later, [flow], secured: Self.at(100))[.connect] == 0)
    }

    @Test func `a response and a handshake on a full line wait for the others' packets`() throws {
        let full = flow(0, run(-2000, 400))
        var slow = flow(1, run(1500, 20), roundTrip: 1000)
        slow.handshake = Handshake(syn: Self.at(-1000), synAck: Self.at(0), ack: Self.at(0))
        var waiting = exchange(of: slow, 0, asked: 0, first: 1500, last: 1700, segments: 20)
        waiting.httpStream = nil
        waiting.handshake = slow.handshake
        let rows = try ledger(waiting, [full, slow])
        #expect(near(rows[.connect], 200) && near(rows[.server], 0), "\(rows)")
        #expect(rows[.sharing] ?? 0 > 1900 * Self.ms, "\(rows)")
    }

    @Test func `finds the rate of a line that takes longer than a step per packet`() throws {
        let slow = flow(0, (0..<20).map { $0 * 100 })
        let rate = try #require(CaptureLedger.rate(InspectedList([slow])))
        #expect(abs(rate / (Double(Self.segment) * 10) - 1) < 0.1, "\(rate)")
    }

    @Test(arguments: [Int64.min, .max]) func `an absurd timestamp causes no overflow`(_ stamp: Int64) {
        var flow = flow(0, run(200, 5))
        flow.handshake = Handshake(syn: stamp, synAck: stamp, ack: stamp)
        var strange = exchange(of: flow, 1, asked: 0, first: 200, last: 240, segments: 5)
        #expect(CaptureLedger(strange, flow, secured: stamp, line: SeenLine(rate: nil)) != nil)
        strange.requestSent = stamp
        #expect(CaptureLedger(strange, flow, secured: stamp, line: SeenLine(rate: nil)) == nil)
    }
}
