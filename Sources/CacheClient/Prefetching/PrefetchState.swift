/// What a prefetcher has before it: a pure book of who is next and how far it is.
struct PrefetchState: Sendable {
    typealias Cancel = @Sendable () -> Void

    let count: Int
    let atOnce: Int
    private(set) var counts: PrefetchCounts
    var isPaused = false
    private(set) var isStopped = false
    /// Somebody begins what may begin: nobody else needs to.
    private var isBeginning = false
    private var next = 0
    /// By their places; nil before they can be cancelled.
    private var running: [Int: Cancel?] = [:]
    private var isTold = false

    init(_ count: Int, atOnce: Int) {
        self.count = count
        self.atOnce = max(1, atOnce)
        counts = PrefetchCounts(left: count)
    }

    /// True where the caller is to `take` until there is nothing to take.
    mutating func startTaking() -> Bool {
        defer { isBeginning = true }
        return !isBeginning
    }

    /// The next that may begin. Where there is none, taking is over.
    mutating func take() -> Int? {
        guard !isPaused, !isStopped, next < count, running.count < atOnce else {
            isBeginning = false
            return nil
        }
        defer { next += 1 }
        running.updateValue(nil, forKey: next)
        return next
    }

    /// False where it is to be given up at once.
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

    /// Who was under way, and who will not be.
    mutating func stop() -> (running: [Cancel], unbegun: Range<Int>) {
        isStopped = true
        defer { next = count }
        return (running.values.compactMap(\.self), next..<count)
    }

    /// True once, when all is over.
    mutating func isOverUntold() -> Bool {
        guard counts.left == 0, !isTold else { return false }
        isTold = true
        return true
    }
}
