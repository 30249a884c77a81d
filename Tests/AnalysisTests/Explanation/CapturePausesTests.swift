import Runs
import Testing
import Wire

@testable import Analysis
@testable import Inspection

/// Two responses over one line, packet by packet: time that neither payload nor headers explain.
@Suite struct CapturePausesTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000
    private static let segment = 1460

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * Self.ms }

    /// One segment arrives every ten milliseconds while the line is busy; a round trip takes 200 ms.
    /// `segments` are arrival times in milliseconds after the request.
    private func add(
        _ stream: Int,
        _ segments: [Int64],
        repairs: Set<Int64> = [],
        to all: inout CaptureInspection
    ) {
        let client = Endpoint(address: .v4(1), port: UInt16(5000 + stream))
        let server = Endpoint(address: .v4(2), port: 80)
        var exchange = CaptureExchange(stream: stream, order: 0, client: client, server: server)
        exchange.url = "http://example.com/\(stream).jpg"
        exchange.status = 200
        exchange.handshake = Handshake(syn: Self.at(-200), synAck: Self.at(0), ack: Self.at(0))
        exchange.requestSent = Self.at(0)
        exchange.firstByte = segments.first.map(Self.at)
        exchange.lastByte = segments.last.map(Self.at)
        exchange.bodyBytes = segments.count * Self.segment
        exchange.wireDownBytes = exchange.bodyBytes
        exchange.isComplete = true
        var flow = CaptureFlow(
            stream: stream,
            client: client,
            server: server,
            isClientGuessed: false,
            firstStamp: Self.at(-200),
            lastStamp: exchange.lastByte ?? 0
        )
        flow.handshake = exchange.handshake
        var track = PauseTrack()
        for segment in segments {
            flow.down.goodput.add(Self.segment, at: Self.at(segment))
            track.take(
                Self.at(segment),
                bytes: Self.segment,
                isRepair: repairs.contains(segment),
                roundTrip: 200 * Self.ms
            )
        }
        flow.down.streamBytes = exchange.bodyBytes
        (flow.down.window, flow.down.recovery) = (track.window, track.recovery)
        all.exchanges.append(exchange)
        all.flows.append(flow)
    }

    private func run(_ start: Int64, _ count: Int64, each step: Int64 = 10) -> [Int64] {
        (0..<count).map { start + $0 * step }
    }

    /// `rate` is the fastest rate in the capture: 1460 B every ten milliseconds.
    private func ledger(_ stream: Int, of all: CaptureInspection) throws -> TransferLedger {
        let line = SeenLine(
            rate: Double(Self.segment) * 100,
            traffic: CaptureTraffic(all.flows)
        )
        let exchange = try #require(all.exchanges.first { $0.stream == stream })
        let flow = all.flows.first { $0.stream == stream }
        return try #require(CaptureLedger(exchange, flow, secured: nil, line: line)).rows
    }

    private func near(_ value: Int64?, _ ms: Int64, within some: Int64 = 25) -> Bool {
        value.map { abs($0 / Self.ms - ms) <= some } ?? false
    }

    @Test func `a silent round trip is attributed to the sender's window`() throws {
        var all = CaptureInspection(firstStamp: Self.at(-200))
        add(0, run(200, 10) + run(400, 20), to: &all)
        let rows = try ledger(0, of: all)
        #expect(near(rows[.window], 110) && near(rows[.unexplained], 0))
        #expect(near(rows[.payload], 300) && near(rows[.sharing], 0) && rows[.recovery] == 0)
    }

    @Test func `line time used by other streams is sharing`() throws {
        var all = CaptureInspection(firstStamp: Self.at(-200))
        // In turns: each has every other packet.
        add(0, run(200, 40, each: 20), to: &all)
        add(1, run(210, 40, each: 20), to: &all)
        for stream in 0...1 {
            let rows = try ledger(stream, of: all)
            #expect(near(rows[.sharing], 390) && near(rows[.payload], 400), "\(rows)")
            #expect(near(rows[.window], 0) && near(rows[.unexplained], 0))
        }
    }

    @Test func `other streams' bytes in a round trip without its own cause no sharing`() throws {
        var all = CaptureInspection(firstStamp: Self.at(-200))
        add(0, run(200, 10) + run(440, 20), to: &all)
        add(1, run(300, 13), to: &all)
        let rows = try ledger(0, of: all)
        #expect(near(rows[.window], 150) && near(rows[.sharing], 0), "\(rows)")
    }

    @Test func `the wait for lost packets is recovery`() throws {
        var all = CaptureInspection(firstStamp: Self.at(-200))
        add(0, run(200, 10) + [450] + run(460, 10), repairs: [450], to: &all)
        let rows = try ledger(0, of: all)
        #expect(near(rows[.recovery], 160) && rows[.window] == 0 && near(rows[.unexplained], 0))
    }

    @Test func `a server pause longer than a round trip is unexplained`() throws {
        var all = CaptureInspection(firstStamp: Self.at(-200))
        add(0, run(200, 10) + run(1000, 10), to: &all)
        let rows = try ledger(0, of: all)
        #expect(rows[.window] == 0 && near(rows[.unexplained], 700))
    }

    @Test func `without a known round trip the sender's waits are not attributed`() throws {
        var all = CaptureInspection(firstStamp: Self.at(-200))
        add(0, run(200, 10) + run(400, 20), to: &all)
        all.flows[0].handshake = nil
        let rows = try ledger(0, of: all)
        #expect(rows[.window] == nil && rows[.sharing] == nil && rows[.recovery] == nil)
    }

    @Test func `counts timestamps at the end of time`() {
        var all = CaptureInspection(firstStamp: 0)
        add(0, run(200, 10), to: &all)
        for stamp in [0, 1, Int64.max - 1, .max] { all.flows[0].down.goodput.add(1000, at: stamp) }
        let traffic = CaptureTraffic(all.flows)
        let others = all.flows.first.flatMap { traffic?.others(than: $0, from: 0, to: .max / 2) }
        #expect(others.map(\.isFinite) == true)
    }
}
