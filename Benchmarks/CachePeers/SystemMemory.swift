import Foundation
import Synchronization

/// NSCache with strings as keys.
struct SystemMemory {
    private final class Image: Sendable {
        let bytes: [UInt8] = [1, 2, 3, 4]
    }

    // Safety: NSCache may be used from any thread, although its declaration on Linux does not say so.
    private struct Cache: @unchecked Sendable {
        let images = NSCache<NSString, Image>()
    }

    private let cache = Cache()
    private let asked: [String]

    init(entries: Int) {
        // The same keys as netlab's.
        func key(_ number: Int) -> String { "https://images.example.com/poses/\(number).jpg" }
        for number in 0..<entries { cache.images.setObject(Image(), forKey: key(number) as NSString) }
        asked = (0..<entries).map(key)
    }

    /// Nanoseconds per lookup of all threads; nil if one was a miss.
    func time(threads: Int, questions: Int) -> Double? {
        let hits = Mutex(0)
        let share = questions / threads
        let before = DispatchTime.now().uptimeNanoseconds
        if threads == 1 {
            hits.withLock { $0 = ask(share, from: 1) }
        } else {
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                let mine = ask(share, from: UInt64(thread + 1))
                hits.withLock { $0 += mine }
            }
        }
        let spent = DispatchTime.now().uptimeNanoseconds - before
        guard hits.withLock({ $0 }) == share * threads else { return nil }
        return Double(spent) / Double(share * threads)
    }

    private func ask(_ count: Int, from seed: UInt64) -> Int {
        var (hits, state) = (0, seed)
        for _ in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = asked[Int(truncatingIfNeeded: (state >> 33) % UInt64(asked.count))]
            if cache.images.object(forKey: key as NSString) != nil { hits += 1 }
        }
        return hits
    }
}
