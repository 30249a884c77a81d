/// A prefetcher's queue and progress. Pure.
struct PrefetchState: Sendable {
    typealias Cancel = @Sendable () -> Void

    let count: Int
    let atOnce: Int
    private(set) var counts: PrefetchCounts
    var isPaused = false
    private(set) var isStopped = false
    /// True while a thread is starting items: others need not.
    private var isBeginning = false
    private var next = 0
    /// Items under way by place; nil until they can be cancelled.
    private var running: [Int: Cancel?] = [:]
    private var isReported = false

    init(_ count: Int, atOnce: Int) {
        self.count = count
        self.atOnce = max(1, atOnce)
        counts = PrefetchCounts(left: count)
    }

    /// True if the caller must `take` until nothing is left to take.
    mutating func startTaking() -> Bool {
        defer { isBeginning = true }
        return !isBeginning
    }

    /// The next item that may begin. If there is none, taking is over.
    mutating func take() -> Int? {
        guard !isPaused, !isStopped, next < count, running.count < atOnce else {
            isBeginning = false
            return nil
        }
        defer { next += 1 }
        running.updateValue(nil, forKey: next)
        return next
    }

    /// False if it must be cancelled at once.
    mutating func began(_ place: Int, _ cancel: @escaping Cancel) -> Bool {
        guard running[place] != nil else { return true }
        running.updateValue(cancel, forKey: place)
        return !isStopped
    }

    mutating func finish(_ place: Int, as end: PrefetchEnd) -> PrefetchCounts {
        running[place] = nil
        counts.left -= 1
        switch end {
        case .skipped: counts.skipped += 1
        case .fetched: counts.fetched += 1
        case .failed: counts.failed += 1
        }
        return counts
    }

    /// Returns the items under way, and those that will not begin.
    mutating func stop() -> (running: [Cancel], unbegun: Range<Int>) {
        isStopped = true
        defer { next = count }
        return (running.values.compactMap(\.self), next..<count)
    }

    /// True once, when all items are finished.
    mutating func finishOnce() -> Bool {
        guard counts.left == 0, !isReported else { return false }
        isReported = true
        return true
    }
}
