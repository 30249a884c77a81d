/// What a prefetcher fetches, by places from 0: it decides when, this how.
protocol PrefetchWork: Sendable {
    var count: Int { get }

    /// Begins the one at a place. `run` is told once what came of it, at once or later, on any thread.
    func begin(_ place: Int, for run: Prefetcher)

    /// It was stopped before the one at a place began, and is told so.
    func stopped(_ place: Int, for run: Prefetcher)
}
