internal import LinuxIO
internal import Logs
import Synchronization

/// Revalidates in the background images that were served stale, one revalidation at a time per image.
final class RefreshStage: Sendable {
    /// Keys of images that are being revalidated.
    private let refreshing = Mutex<Set<String>>([])
    private let log: LoadLog

    init(_ log: LoadLog) {
        self.log = log
    }

    /// True while no image is being revalidated.
    var isIdle: Bool { refreshing.withLock { $0.isEmpty } }

    func refresh(_ load: Load) {
        let key = load.request.cacheKey
        guard refreshing.withLock({ $0.insert(key).inserted }) else { return }
        let caller = ImageLoad(.direct) { [log] error in
            let now = log.now()
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
        load.background(request, caller, at: log.now()).next(.fetch)
    }
}
