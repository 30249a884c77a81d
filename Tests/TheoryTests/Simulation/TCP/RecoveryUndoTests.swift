import Testing

@testable import Theory

@Suite struct RecoveryUndoTests {
    @Test func `an echo from before the first retransmission takes the reduction back`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 0)
        undo.resent(stamp: 500)
        undo.resent(stamp: 600)
        #expect(undo.isPossible(echo: 499))
        #expect(!undo.isPossible(echo: 500) && !undo.isPossible(echo: 550))
    }

    @Test func `every retransmission must have come twice`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 0)
        #expect(!undo.isDisproved)
        undo.resent(stamp: 500)
        undo.resent(stamp: 500)
        undo.arrivedTwice(upTo: 2448, segments: 1)
        #expect(!undo.isDisproved)
        undo.arrivedTwice(upTo: 3896, segments: 1)
        #expect(undo.isDisproved && undo.isPossible(echo: 700))
    }

    @Test func `what came twice before the loss was found does not count`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 1)
        undo.arrivedTwice(upTo: 1000, segments: 1)
        #expect(!undo.isDisproved)
    }

    @Test func `nothing is taken back twice`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 0)
        undo.resent(stamp: 500)
        undo.forget()
        #expect(!undo.isPossible(echo: 0) && !undo.isDisproved)
    }

    @Test func `without a retransmission the segments were merely delayed`() {
        var undo = RecoveryUndo()
        undo.begin(from: 0, resent: 0)
        #expect(undo.isPossible(echo: 1000))
    }
}
