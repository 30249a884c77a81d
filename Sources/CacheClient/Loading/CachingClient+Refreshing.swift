internal import HTTP
internal import LinuxIO
internal import Logs
import Synchronization

extension CachingClient {
    /// The number of loads that nobody asked for: the timing log does not know them.
    static let background = -1

    /// Asks about an image that was handed over stale, behind the caller's back: once at a time for each image.
    func refresh(_ load: Load) {
        let key = load.request.cacheKey
        guard refreshing.withLock({ $0.insert(key).inserted }) else { return }
        let caller = ImageLoad(.direct) { [clock] error in
            let now = clock.now()
            return ImageResponse(
                bytes: [],
                source: .none,
                error: error,
                measurement: LoadMeasurement(start: now, end: now, phases: TransferPhases())
            )
        }
        _ = caller.begin { [self] _ in refreshing.withLock { _ = $0.remove(key) } }
        var request = load.request
        request.alternatives = []
        request.options.remove([.onlyFromCache, .waitForCache])
        fetch(
            Load(
                request: request,
                id: Self.background,
                start: clock.now(),
                settings: load.settings,
                generation: load.generation,
                caller: caller,
                held: load.held
            )
        )
    }
}
