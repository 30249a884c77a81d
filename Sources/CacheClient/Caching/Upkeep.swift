import Synchronization

/// What a client does of itself until it is shut down: it cleans its caches again and again, and lets memory shrink where
/// the machine is short of it.
final class Upkeep: Sendable {
    private struct Parts {
        var cleaning: PeriodicCleaning?
        var relief: PressureRelief?
    }

    private let parts: Mutex<Parts>

    /// Where the kernel tells of no shortage, or no thread can be had for waiting, only the cleaning goes on.
    init(
        _ configuration: Configuration,
        _ signals: UpkeepSignals,
        clean: @escaping @Sendable () -> Void,
        relieve: @escaping @Sendable () -> Void
    ) {
        let cleaning = configuration.cleansEvery.map { interval in
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

    /// Nothing is shrunk any more when it returns; a cleaning under way comes to its end.
    func stop() {
        let parts = self.parts.withLock { parts in
            defer { parts = Parts() }
            return parts
        }
        parts.cleaning?.cancel()
    }
}
