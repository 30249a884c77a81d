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

    @Test func `joining waits until the thread has finished`() throws {
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test func `starting a thread twice runs it once`() throws {
        try start()
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test func `a finished thread does not start again`() throws {
        try start()
        thread.join()
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test func `joining an unstarted thread returns at once and prevents a later start`() throws {
        thread.join()
        try start()
        thread.join()
        #expect(runs.count.load(ordering: .relaxed) == 0)
    }
}
