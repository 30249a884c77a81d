import Synchronization

/// Long work on the numbers of a range, by several threads, whose results come in order.
///
/// The threads work in rounds, so that few results wait, however long the range is.
package struct ParallelRounds {
    private let threads: Int
    private let piece: Int

    /// `piece` numbers are one thread's share of a round: enough to be worth a thread, a few hundred milliseconds.
    package init(threads: Int, piece: Int) {
        self.threads = max(threads, 1)
        self.piece = piece
    }

    /// Calls `work` with parts of the range, on other threads, and `each` with the results in the order of the range, on
    /// this thread. Ends early if `each` returns false.
    package func run<Outcome: Sendable>(
        _ range: Range<Int>,
        _ work: @escaping @Sendable (Range<Int>) -> Outcome,
        _ each: (Outcome) -> Bool
    ) throws(SystemCallError) {
        var rest = range
        while !rest.isEmpty {
            var parts: [Range<Int>] = []
            while parts.count < threads, !rest.isEmpty {
                let end = min(rest.lowerBound + piece, rest.upperBound)
                parts.append(rest.lowerBound..<end)
                rest = end..<rest.upperBound
            }
            for outcome in try outcomes(of: parts, work) where !each(outcome) { return }
        }
    }

    private func outcomes<Outcome: Sendable>(
        of parts: [Range<Int>],
        _ work: @escaping @Sendable (Range<Int>) -> Outcome
    ) throws(SystemCallError) -> [Outcome] {
        let outcomes = Outcomes<Outcome>()
        var workers: [WorkerThread] = []
        defer { for worker in workers { worker.join() } }
        for (place, part) in parts.enumerated().dropFirst() {
            workers.append(try WorkerThread(name: "netlab-worker") { outcomes.keep(work(part), at: place) })
        }
        // This thread is one of them.
        if let first = parts.first { outcomes.keep(work(first), at: 0) }
        for worker in workers { worker.join() }
        return outcomes.inOrder
    }

    private final class Outcomes<Outcome: Sendable>: Sendable {
        private let kept = Mutex<[Int: Outcome]>([:])

        func keep(_ outcome: Outcome, at place: Int) {
            kept.withLock { $0[place] = outcome }
        }

        var inOrder: [Outcome] {
            kept.withLock { kept in kept.keys.sorted().compactMap { kept[$0] } }
        }
    }
}
