import LinkModel
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct TheoryDivergenceTests {
    private static let end = Instant(nanoseconds: 1_000_000_000)

    /// A packet of connection 1 at that millisecond, with numbers near the end of their range.
    private func packet(
        _ direction: LinkDirection,
        _ number: UInt32,
        at milliseconds: Int64,
        _ flags: TCPHeader.Flags = .ack,
        sequence: UInt32,
        payload: UInt16 = 0,
        acknowledges: UInt32 = 0,
        fate: LinkFate = .delivered
    ) -> LinkLogEntry {
        let at = Instant(nanoseconds: milliseconds * 1_000_000)
        let first: UInt32 = .max - 10
        return LinkLogEntry(
            packet: PacketIdentity(direction: direction, flow: 1, number: number),
            bytes: 52 + Int(payload),
            arrival: at,
            decision: LinkDecision(fate: fate, serviceStart: at, serviceEnd: at, due: at),
            departure: at,
            segment: LinkSegment(
                clientPort: 1024,
                flags: flags,
                sequence: first &+ sequence,
                acknowledgement: first &+ acknowledges,
                payload: payload,
                window: 65_536
            )
        )
    }

    private var log: [LinkLogEntry] {
        [
            packet(.up, 0, at: 0, .syn, sequence: 0),
            packet(.down, 0, at: 1, [.syn, .ack], sequence: 0, acknowledges: 1),
            packet(.up, 1, at: 2, sequence: 1, payload: 100, acknowledges: 1),
            packet(.down, 1, at: 3, sequence: 1, payload: 1000, acknowledges: 101),
            packet(.up, 2, at: 4, sequence: 101, acknowledges: 1001),
            packet(.up, 3, at: 5, [.ack, .fin], sequence: 101, acknowledges: 1001),
        ]
    }

    private func parting(_ other: [LinkLogEntry]) -> TheoryDivergence {
        TheoryDivergence(
            PacketStreams(log, epoch: 0),
            PacketStreams(other, epoch: 0),
            upTo: Self.end,
            within: TheoryDivergence.tolerance
        )
    }

    @Test func `equal logs do not diverge, for any initial sequence numbers`() {
        #expect(parting(log).first == nil)
        #expect(parting(log).compared == 6)
    }

    @Test func `reports the first differing packet with the sender's state before it`() throws {
        var other = log
        other[3] = packet(.down, 1, at: 3, sequence: 1, payload: 900, acknowledges: 101)
        other[4] = packet(.up, 2, at: 4, sequence: 101, acknowledges: 901)
        let point = try #require(parting(other).first)
        #expect(point.difference == .content && point.pair.identity?.direction == .down)
        #expect(point.pair.observed?.payload == 1000 && point.pair.simulated?.payload == 900)
        #expect(point.observed.next == 1000 && point.observed.acknowledged == 0)
        #expect(point.around.contains(point.pair))
    }

    @Test func `a packet in only one log is reported as missing`() throws {
        var other = log
        other.remove(at: 4)
        other[4] = packet(.up, 2, at: 400, sequence: 101, acknowledges: 1001)
        let point = try #require(parting(Array(other.prefix(4))).first)
        #expect(point.difference == .missing && point.pair.simulated == nil)
    }

    @Test func `compares time and fate, and tolerates a tenth of a millisecond`() throws {
        var other = log
        other[2].arrival = other[2].arrival + 90_000
        #expect(parting(other).first == nil)
        other[2].arrival = other[2].arrival + 20_000
        #expect(parting(other).first?.difference == .time)
        other = log
        other[3] = packet(.down, 1, at: 3, sequence: 1, payload: 1000, acknowledges: 101, fate: .lost)
        #expect(parting(other).first?.difference == .fate)
    }

    @Test func `does not compare packets that close a connection`() {
        #expect(parting(Array(log.dropLast())).first == nil)
    }
}
