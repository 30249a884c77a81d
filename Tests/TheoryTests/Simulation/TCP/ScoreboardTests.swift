import Testing
import Wire

@testable import Theory

@Suite struct ScoreboardTests {
    private func board(_ ranges: Range<Int>...) -> Scoreboard {
        var board = Scoreboard()
        for range in ranges { board.add(range, at: .zero, endsBurst: true) }
        return board
    }

    @Test func `small segments are retransmitted as one as far as they fit`() {
        var board = board(0..<47, 47..<93, 93..<200, 200..<1600)
        for index in board.indices { board.lose(index) }
        let ended = board.collapse(0, room: 1448)
        #expect(ended == 2 && board.count == 2 && board[0].range == 0..<200)
        #expect(board.lost == 2 && board.inFlight == 0)
        board.resend(0, at: Instant(nanoseconds: 1000))
        #expect(board.inFlight == 1 && board.resent == 1)
    }

    @Test func `a retransmission with more options leaves a remainder, which counts as lost`() {
        var board = board(0..<1448, 1448..<2896)
        board.lose(0)
        let isCut = board.split(0, room: 1436)
        #expect(board.count == 3 && board[0].range == 0..<1436 && board[1].range == 1436..<1448)
        #expect(board.lost == 2 && board[1].isLost && board[1].endsBurst && board[0].endsBurst && isCut)
        let isWhole = !board.split(2, room: 1448)
        #expect(isWhole && board.count == 3)
    }

    @Test func `a partly acknowledged segment is retransmitted without that part`() {
        var board = board(0..<140, 140..<171)
        board.lose(0)
        board.trim(0, from: 100)
        #expect(board[0].range == 100..<140)
        board.trim(0, from: 20)
        #expect(board[0].range == 100..<140)
    }

    /// As in Linux: what goes again without being lost, and once more, is counted twice as long as anything is outstanding.
    @Test func `nothing is in flight when nothing is outstanding`() {
        var board = board(0..<100)
        board.lose(0)
        board.resend(0, at: Instant(nanoseconds: 1000))
        board.unloseAll()
        board.lose(0)
        board.resend(0, at: Instant(nanoseconds: 2000))
        #expect(board.resent == 2)
        _ = board.removeOldest()
        #expect(board.resent == 0 && board.inFlight == 0)
    }

    @Test func `a SACKed segment is not merged into a retransmission`() {
        var board = board(0..<47, 47..<93, 93..<200)
        board.sack(1)
        #expect(board.collapse(0, room: 1448) == 0)
        #expect(board.count == 3 && board[0].range == 0..<47)
    }

    @Test func `a retransmitted segment leaves the flight when merged with another`() {
        var board = board(0..<47, 47..<93)
        board.lose(0)
        board.lose(1)
        board.resend(1, at: Instant(nanoseconds: 1000))
        #expect(board.collapse(0, room: 1448) == 1)
        #expect(board.resent == 0 && board.lost == 1 && board[0].wasEverResent)
    }

    @Test func `a tail probe is no retransmission in flight and can be lost like any segment`() {
        var board = board(0..<100, 100..<200)
        board.probe(1, at: Instant(nanoseconds: 5000))
        #expect(board.inFlight == 2 && board.resent == 0 && board[1].wasEverResent)
        board.lose(1)
        #expect(board.inFlight == 1 && board.losses == 1)
    }

    @Test func `a lost retransmission leaves the flight, and a SACK clears the segment's own`() {
        var board = board(0..<100, 100..<200)
        board.lose(0)
        board.resend(0, at: Instant(nanoseconds: 5000))
        #expect(board.inFlight == 2)
        board.lose(0)
        #expect(board.inFlight == 1 && board.losses == 2)
        board.resend(0, at: Instant(nanoseconds: 6000))
        board.sack(0)
        #expect(board.inFlight == 1 && board.resent == 0 && board.lost == 0 && board.sackedEnd == 100)
    }

    @Test func `unmarked losses are in flight again`() {
        var board = board(0..<100, 100..<200)
        board.lose(0)
        board.lose(1)
        board.unloseAll()
        #expect(board.inFlight == 2 && board.lost == 0)
    }

    /// Nine segments in pieces of three; those that arrived are given by number.
    @Test(arguments: [
        // The middle of a piece is cut out of it; a whole piece behind a gap stays; a second one joins it.
        ([4..<5], 2, [2, 3, 4, 5, 8]), ([3..<6], 0, [2, 5, 8]), ([3..<6, 6..<9], -1, [2, 8]),
        // The beginning of a piece joins the one before, and the rest stays a piece.
        ([3..<6, 6..<7], 0, [2, 6, 8]),
        // A filled hole joins three pieces.
        ([0..<3, 6..<9, 3..<6], -2, [8]),
    ])
    func `pieces are split at the end of SACKed data and joined next to it`(
        _ runs: [Range<Int>],
        _ change: Int,
        _ ends: [Int]
    ) {
        var board = Scoreboard()
        for index in 0..<9 {
            board.add(index * 1000..<index * 1000 + 1000, at: .zero, endsBurst: index % 3 == 2)
        }
        var sum = 0
        for run in runs {
            for index in run { board.sack(index) }
            sum += board.regroup(run) { _ in true }
        }
        #expect(sum == change)
        #expect(board.indices.filter { board[$0].endsBurst } == ends)
    }

    @Test func `pieces are not joined beyond the size limit`() {
        var board = board(0..<1000, 1000..<2000)
        board.sack(0)
        board.sack(1)
        let change = board.regroup(1..<2) { $0.count < 2000 }
        #expect(change == 0 && board[0].endsBurst)
    }
}
