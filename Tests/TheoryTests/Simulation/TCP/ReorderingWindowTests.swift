import Testing
import Wire

@testable import Theory

@Suite struct ReorderingWindowTests {
    private static let segment = 1000

    /// Ten segments, of which the last `sacked` arrived.
    private func board(sacked: Int) -> Scoreboard {
        var board = Scoreboard()
        for place in 0..<10 {
            board.add(place * Self.segment..<(place + 1) * Self.segment, at: .zero, endsBurst: true)
        }
        for index in board.indices.suffix(sacked) { board.sack(index) }
        return board
    }

    private var roundTrip: RoundTripEstimate {
        var estimate = RoundTripEstimate()
        estimate.note(least: 40_000)
        estimate.add(40_000, acknowledged: 0, next: 0)
        return estimate
    }

    @Test func `tolerates a quarter of the minimum round trip until losses are evident`() {
        let window = ReorderingWindow()
        #expect(window.tolerance(board(sacked: 2), roundTrip, isRecovering: false) == 10_000)
        #expect(window.tolerance(board(sacked: 3), roundTrip, isRecovering: false) == 0)
        #expect(window.tolerance(board(sacked: 0), roundTrip, isRecovering: true) == 0)
    }

    @Test func `tolerates reordering during recovery, too, once it was seen`() {
        var window = ReorderingWindow()
        window.note(arrivedAt: 9000, furthest: 9000, segment: Self.segment)
        #expect(!window.isSeen)
        window.note(arrivedAt: 2000, furthest: 9000, segment: Self.segment)
        #expect(window.isSeen && window.degree == 7)
        #expect(window.tolerance(board(sacked: 5), roundTrip, isRecovering: true) == 10_000)
    }

    @Test func `grows with spurious retransmissions, once per round trip, up to a round trip`() {
        var window = ReorderingWindow()
        window.noteDuplicate()
        window.update(deliveredBefore: 10, delivered: 20)
        window.note(arrivedAt: 0, furthest: 9000, segment: Self.segment)
        #expect(window.tolerance(board(sacked: 0), roundTrip, isRecovering: false) == 10_000)
        for (before, delivered, tolerance) in [(10, 20, 20_000), (15, 25, 20_000), (25, 40, 30_000)] {
            window.noteDuplicate()
            window.update(deliveredBefore: before, delivered: delivered)
            #expect(window.tolerance(board(sacked: 0), roundTrip, isRecovering: true) == tolerance)
        }
    }

    @Test func `returns to its default after sixteen recoveries`() {
        var window = ReorderingWindow()
        window.note(arrivedAt: 0, furthest: 9000, segment: Self.segment)
        window.noteDuplicate()
        window.update(deliveredBefore: 10, delivered: 20)
        for _ in 0..<16 {
            #expect(window.tolerance(board(sacked: 0), roundTrip, isRecovering: true) == 20_000)
            window.recoveryEnded()
        }
        window.update(deliveredBefore: 30, delivered: 40)
        #expect(window.tolerance(board(sacked: 0), roundTrip, isRecovering: true) == 10_000)
    }
}
