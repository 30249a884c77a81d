import LinkModel
import Runs
import Testing
import Wire

@testable import Theory

/// Packets sent when an answer is late: first a probe of the tail, then the oldest segment again.
///
/// Measured over the emulated line in virtual time (Linux 6.1.192, whose clock ticked 36 us after a multiple
/// of 4 ms from the first packet): twelve images of 50 kB over six connections, with a queue of some 300 ms
/// that outlasts every timer.
@Suite struct ProbeTimerTests {
    private static let segment = 1448

    private var outcome: SimulationOutcome {
        let side = (down: 2_000_000, up: 256_000) as (down: Int64, up: Int64)
        let link = LinkParameters(
            down: DirectionParameters(rateBps: side.down, oneWayDelay: 5_000_000),
            up: DirectionParameters(rateBps: side.up, oneWayDelay: 5_000_000)
        )
        let fetch = SimulatedFetch(requestBytes: 95, headerBytes: 131, bodyBytes: 50_000)
        return LineSimulation.run(SimulationPlan(link: link, fetches: Array(repeating: fetch, count: 12)))
    }

    /// When each connection sent the segment with this sequence number, in milliseconds.
    private func times(_ outcome: SimulationOutcome, of sequence: Int) -> [[Double]] {
        (1...6).map { flow in
            zip(outcome.linkLog, outcome.contents).filter { entry, content in
                entry.packet.flow == flow && entry.packet.direction == .down && content.payload > 0
                    && content.sequence == sequence
            }
            .map { entry, _ in Double(entry.arrival.nanoseconds) / 1e6 }
        }
    }

    /// Twice the round trip and 2 ms after the last segment, by the next tick; two ticks would be later.
    @Test func `the tail probe is sent 2 ms after twice the round trip`() {
        let probes = times(outcome, of: 10 * Self.segment).map { $0.first }
        #expect(probes == [52, 68, 80, 96, 116, 128])
    }

    /// While a probe is in flight, its timer may be set once more, which sends nothing. The next event is
    /// then the timeout of the oldest segment, counted from its sending.
    @Test func `the timeout after a probe counts from the oldest segment's sending`() {
        let sent = times(outcome, of: 10 * Self.segment)
        #expect(sent[0] == [52, 300] && sent[1] == [68, 356])
        #expect(sent[2...].allSatisfy { $0.count == 1 })
    }
}
