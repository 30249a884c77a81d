import Testing

@testable import Theory

@Suite struct RecoveryUndoTests {
    @Test func `an echo older than the first retransmission undoes the reduction`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 0)
        undo.resent(stamp: 500)
        undo.resent(stamp: 600)
        #expect(undo.isPossible(echo: 499))
        #expect(!undo.isPossible(echo: 500) && !undo.isPossible(echo: 550))
    }

    @Test func `undoing requires a duplicate for every retransmission`() {
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

    @Test func `duplicates from before the loss do not count`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 1)
        undo.arrivedTwice(upTo: 1000, segments: 1)
        #expect(!undo.isDisproved)
    }

    @Test func `a reduction is undone only once`() {
        var undo = RecoveryUndo()
        undo.begin(from: 1000, resent: 0)
        undo.resent(stamp: 500)
        undo.forget()
        #expect(!undo.isPossible(echo: 0) && !undo.isDisproved)
    }

    @Test func `without a retransmission the reduction can be undone`() {
        var undo = RecoveryUndo()
        undo.begin(from: 0, resent: 0)
        #expect(undo.isPossible(echo: 1000))
    }
}
