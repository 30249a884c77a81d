import Dispatch
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct WorkerPoolTests {
    /// A pool whose only worker is blocked until the test releases it.
    private final class HeldPool: Sendable {
        let pool: WorkerPool
        private let gate = DispatchSemaphore(value: 0)
        private let done = Mutex<[String]>([])

        init() throws {
            pool = try WorkerPool(1, name: "test-pool")
            let began = DispatchSemaphore(value: 0)
            _ = pool.submit(.normal) { [gate] in
                began.signal()
                gate.wait()
            }
            began.wait()
        }

        func add(_ name: String, _ priority: TransferPriority = .normal) -> Int {
            pool.submit(priority) { [self] in done.withLock { $0.append(name) } } ?? -1
        }

        func release(until count: Int) -> [String] {
            gate.signal()
            _ = Waiting.until { done.withLock { $0.count >= count } }
            return done.withLock { $0 }
        }

        func open() { gate.signal() }

        var names: [String] { done.withLock { $0 } }
    }

    @Test func `runs jobs by priority, equal ones in order`() throws {
        let held = try HeldPool()
        for (name, priority) in [("a", .low), ("b", .normal), ("c", .high), ("d", .normal)]
            as [(String, TransferPriority)]
        {
            _ = held.add(name, priority)
        }
        #expect(held.release(until: 4) == ["c", "b", "d", "a"])
        held.pool.shutdown()
    }

    @Test func `skips jobs cancelled before their turn`() throws {
        let held = try HeldPool()
        let first = held.add("a")
        _ = held.add("b")
        held.pool.cancel(first)
        held.pool.cancel(first)
        #expect(held.release(until: 1) == ["b"])
        held.pool.shutdown()
        #expect(held.names == ["b"])
    }

    @Test func `a waiting job can be given a higher priority`() throws {
        let held = try HeldPool()
        _ = held.add("a")
        let second = held.add("b", .low)
        held.pool.setPriority(.high, of: second)
        #expect(held.release(until: 2) == ["b", "a"])
        held.pool.shutdown()
    }

    @Test func `runs as many jobs at once as it has workers`() throws {
        let pool = try WorkerPool(3, name: "test-pool")
        let counts = Mutex((now: 0, most: 0, done: 0))
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<9 {
            _ = pool.submit(.normal) {
                counts.withLock { counts in
                    counts.now += 1
                    counts.most = max(counts.most, counts.now)
                }
                gate.wait()
                counts.withLock { counts in
                    counts.now -= 1
                    counts.done += 1
                }
            }
        }
        #expect(Waiting.until { counts.withLock { $0.now == 3 } })
        for _ in 0..<9 { gate.signal() }
        #expect(Waiting.until { counts.withLock { $0.done == 9 } })
        #expect(counts.withLock { $0.most } == 3)
        pool.shutdown()
    }

    @Test func `shutdown refuses new jobs and discards waiting ones`() throws {
        let held = try HeldPool()
        _ = held.add("a")
        let ending = try WorkerThread(name: "test-ending") { held.pool.shutdown() }
        #expect(Waiting.until { held.pool.submit(.normal) {} == nil })
        held.open()
        ending.join()
        #expect(held.names.isEmpty)
    }
}
