import Testing
import Wire

@testable import Serving

struct HalfCloseGraceTests {
    /// Which of these times end the wait, with what was sent by then. The client's end came at 0, and its patience is 10.
    private func endings(_ turns: [(time: Nanoseconds, sentBytes: Int)]) -> [Bool] {
        var farewell = HalfCloseGrace(at: .zero, patience: 10)
        return turns.map { farewell.isOver(at: .zero + $0.time, after: $0.sentBytes) }
    }

    @Test func `a client that stops reading is abandoned after its patience`() {
        #expect(HalfCloseGrace(at: Instant.zero + 5, patience: 10).deadline == Instant.zero + 15)
        #expect(endings([(9, 100), (10, 100)]) == [false, true])
    }

    @Test func `a client that reads more gets more time`() {
        #expect(endings([(8, 100), (12, 200), (21, 200), (22, 200)]) == [false, false, false, true])
    }
}
