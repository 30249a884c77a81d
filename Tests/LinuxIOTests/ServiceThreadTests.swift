import LinuxIO
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServiceThreadTests {
    /// Number of times that the body has run.
    private final class Runs: Sendable {
        let count = Atomic(0)
    }

    private let thread = ServiceThread()
    private let runs = Runs()

    private func start() throws {
        try thread.start(name: "test") { [runs] in
            runs.count.add(1, ordering: .relaxed)
        }
    }

    @Test func `a thread has run to its end when it is joined`() throws {
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test func `a thread starts once, however often it is told to`() throws {
        try start()
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test func `a thread does not start again once it has ended`() throws {
        try start()
        thread.join()
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test func `a thread that never started is joined at once, and starts no more`() throws {
        thread.join()
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 0)
    }
}
