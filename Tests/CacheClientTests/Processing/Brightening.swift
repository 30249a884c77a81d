import Synchronization

@testable import CacheClient

/// Adds a number to every sample, and counts how often it did.
struct Brightening: ImageProcessor {
    final class Count: Sendable {
        private let runs = Mutex(0)

        var value: Int { runs.withLock { $0 } }

        func add() { runs.withLock { $0 += 1 } }
    }

    var amount: UInt8
    let count = Count()

    var identifier: String { "brighter\(amount)" }

    func process(_ bitmap: Bitmap) -> Bitmap {
        count.add()
        return bitmap.mapped { $1 &+ amount }
    }
}
