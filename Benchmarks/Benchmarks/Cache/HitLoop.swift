import Dispatch
import Experiments
import LinuxIO
import Synchronization
import Wire

/// Looks up keys that a cache holds, uniformly, and returns the time of one lookup.
struct HitLoop: Sendable {
    /// Nanoseconds per lookup; every key was a hit.
    typealias Figure = Double

    static let questions = 400_000

    /// The keys that the caches are filled with.
    let keys: [String]
    /// The same keys in separate strings, as callers have them.
    private let asked: [String]

    init(entries: Int) {
        keys = (0..<entries).map(Self.key)
        asked = (0..<entries).map(Self.key)
    }

    /// The peers' program makes the same keys.
    private static func key(_ number: Int) -> String { "https://images.example.com/poses/\(number).jpg" }

    /// Runs on the calling thread.
    func time(_ isHit: (String) -> Bool) throws -> Figure {
        let clock = RunClock()
        let hits = ask(Self.questions, from: 1, isHit)
        let spent = clock.now().nanoseconds
        try Self.require(hits)
        return Double(spent) / Double(Self.questions)
    }

    /// Runs on several threads at once; elapsed time per lookup of all threads.
    func time(threads: Int, _ isHit: @escaping @Sendable (String) -> Bool) throws -> Figure {
        let share = Self.questions / threads
        let hits = Mutex(0)
        let clock = RunClock()
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            let mine = ask(share, from: UInt64(thread + 1), isHit)
            hits.withLock { $0 += mine }
        }
        let spent = clock.now().nanoseconds
        try Self.require(hits.withLock { $0 })
        return Double(spent) / Double(Self.questions)
    }

    /// Runs in a task outside any actor.
    func timeDetached(_ isHit: @escaping @Sendable (String) async -> Bool) throws -> Figure {
        let result = Mutex((hits: 0, spent: Int64(0)))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let clock = RunClock()
            var (hits, state) = (0, UInt64(1))
            for _ in 0..<Self.questions where await isHit(asked[Self.next(&state, asked.count)]) { hits += 1 }
            let spent = clock.now().nanoseconds
            result.withLock { $0 = (hits, spent) }
            done.signal()
        }
        done.wait()
        let (hits, spent) = result.withLock { $0 }
        try Self.require(hits)
        return Double(spent) / Double(Self.questions)
    }

    private func ask(_ count: Int, from seed: UInt64, _ isHit: (String) -> Bool) -> Int {
        var (hits, state) = (0, seed)
        for _ in 0..<count where isHit(asked[Self.next(&state, asked.count)]) { hits += 1 }
        return hits
    }

    private static func next(_ state: inout UInt64, _ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: (state >> 33) % UInt64(count))
    }

    private static func require(_ hits: Int) throws {
        guard hits == questions else {
            throw ExperimentError("\(questions - hits) of \(questions) questions were no hits")
        }
    }
}
