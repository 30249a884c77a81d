import Analysis
import LinkModel
import Runs
import Testing
import Wire

@Suite struct `A connection's bytes over time` {
    private static let ms: Nanoseconds = 1_000_000
    /// Near the end of the numbers, so that they wrap round.
    private static let first: UInt32 = .max - 1000

    private func entry(
        _ direction: LinkDirection,
        _ at: Nanoseconds,
        _ flags: TCPHeader.Flags = .ack,
        offset: Int = 0,
        payload: UInt16 = 0,
        window: UInt32 = 65_535,
        fate: LinkFate = .delivered
    ) -> LinkLogEntry {
        let number = Self.first &+ UInt32(truncatingIfNeeded: offset)
        let instant: Instant = .zero + at * Self.ms
        return LinkLogEntry(
            packet: PacketIdentity(direction: direction, flow: 1, number: 0),
            bytes: 40 + Int(payload),
            arrival: instant,
            decision: LinkDecision(fate: fate, serviceStart: instant, serviceEnd: instant, due: instant),
            departure: fate == .delivered ? instant : nil,
            segment: LinkSegment(
                clientPort: 4000,
                flags: flags,
                sequence: direction == .down ? number : 1,
                acknowledgement: direction == .up ? number : 1,
                payload: payload,
                window: window
            )
        )
    }

    @Test func `counts bytes from the connection's first, even when sequence numbers wrap`() throws {
        let log = [
            entry(.up, 0, .syn), entry(.down, 1, [.syn, .ack], offset: -1),
            entry(.down, 10, offset: 0, payload: 1448), entry(.down, 11, offset: 1448, payload: 1448),
            entry(.up, 20, offset: 2896, window: 10_000),
        ]
        let traces = FlowTrace.all(in: log, most: 1_000_000)
        #expect(traces.count == 1)
        let trace = try #require(traces.first)
        #expect(trace.clientPort == 4000)
        #expect(trace.pieces.map(\.bytes) == [0..<1448, 1448..<2896])
        #expect(trace.pieces.allSatisfy { $0.kind == .data })
        let last = try #require(trace.acknowledgements.last)
        #expect(last.bytes == 2896 && last.room == 12_896 && last.at == .zero + 20 * Self.ms)
    }

    @Test func `distinguishes losses from retransmissions`() throws {
        let log = [
            entry(.down, 1, offset: 0, payload: 1000),
            entry(.down, 2, offset: 1000, payload: 1000, fate: .lost),
            entry(.down, 3, offset: 2000, payload: 1000), entry(.down, 9, offset: 1000, payload: 1000),
        ]
        let trace = try #require(FlowTrace.all(in: log, most: 1_000_000).first)
        #expect(trace.pieces.map(\.kind) == [.data, .lost, .data, .retransmission])
    }

    @Test func `merges neighbouring segments beyond the limit, but never losses`() throws {
        var log: [LinkLogEntry] = []
        for place in 0..<2000 {
            let isLost = place == 700
            let (at, offset) = (Nanoseconds(place), place * 1000)
            log.append(entry(.down, at, offset: offset, payload: 1000, fate: isLost ? .lost : .delivered))
            log.append(entry(.up, at, offset: offset))
        }
        let trace = try #require(FlowTrace.all(in: log, most: 100).first)
        #expect(trace.pieces.count < 210 && trace.acknowledgements.count < 210)
        #expect(trace.pieces.filter { $0.kind == .lost }.map(\.bytes) == [700_000..<701_000])
        #expect(trace.pieces.reduce(0) { $0 + $1.bytes.count } == 2_000_000)
        #expect(trace.acknowledgements.last?.bytes == 1_999_000)
    }

    @Test func `shows no packets on a byte-stream line`() {
        var entry = entry(.down, 1, payload: 10)
        entry.segment = nil
        #expect(FlowTrace.all(in: [entry]).isEmpty)
    }
}
