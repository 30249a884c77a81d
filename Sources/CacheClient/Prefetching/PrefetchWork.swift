/// The items that a prefetcher fetches, numbered from 0: the prefetcher decides when, this how.
protocol PrefetchWork: Sendable {
    var count: Int { get }

    /// Begins the item at a place. `run` gets its result once, at once or later, on any thread.
    func begin(_ place: Int, for run: Prefetcher)

    /// Reports that the item at a place was stopped before it began.
    func stopped(_ place: Int, for run: Prefetcher)
}
