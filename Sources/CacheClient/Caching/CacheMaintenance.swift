import Synchronization

/// A client's own upkeep until it is shut down: it cleans the caches periodically, and shrinks memory when
/// the machine runs short.
final class CacheMaintenance: Sendable {
    private struct Parts {
        var cleaning: PeriodicCleaning?
        var relief: PressureRelief?
    }

    private let parts: Mutex<Parts>

    /// Only cleans if the kernel reports no shortages or no thread can be started to wait for them.
    init(
        _ configuration: Configuration,
        _ signals: CacheMaintenanceSignals,
        clean: @escaping @Sendable () -> Void,
        relieve: @escaping @Sendable () -> Void
    ) {
        let cleaning = configuration.cleaningInterval.map { interval in
            PeriodicCleaning(every: interval, sleep: signals.sleep) {
                clean()
                return true
            }
        }
        var relief: PressureRelief?
        if configuration.heedsMemoryPressure, let shortage = try? signals.shortage() {
            relief = try? PressureRelief(shortage, relieve: relieve)
        }
        parts = Mutex(Parts(cleaning: cleaning, relief: relief))
    }

    deinit {
        stop()
    }

    /// After it returns nothing is shrunk any more; a cleaning under way completes.
    func stop() {
        let parts = self.parts.withLock { parts in
            defer { parts = Parts() }
            return parts
        }
        parts.cleaning?.cancel()
    }
}
