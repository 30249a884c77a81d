import Synchronization

/// Two computations at the same time, for callers who need both results.
package enum SideBySide {
    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Runs `other` on a thread of its own, named `name`, while `body` runs on this one. If there is no thread to be had,
    /// `other` runs afterwards.
    package static func run<Mine, Other: Sendable>(
        named name: String,
        _ other: @escaping @Sendable () -> Other,
        beside body: () -> Mine
    ) -> (other: Other, mine: Mine) {
        let outcome = Outcome<Other>()
        let thread = try? WorkerThread(name: name, beginsElsewhere: true) {
            let found = other()
            outcome.value.withLock { $0 = found }
        }
        let mine = body()
        thread?.join()
        return (outcome.value.withLock { $0 } ?? other(), mine)
    }
}
