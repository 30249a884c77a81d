internal import LinuxIO
internal import Logs
import Synchronization

/// How many loads found their image where.
final class LoadCounts: Sendable {
    private let counters = Mutex(CacheCounters())

    var all: CacheCounters { counters.withLock { $0 } }

    func change(_ change: (inout CacheCounters) -> Void) {
        counters.withLock { change(&$0) }
    }
}
