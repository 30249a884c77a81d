import Synchronization

/// Cleans caches again and again until it is cancelled or forgotten.
///
/// It owns a task that sleeps in between and holds no thread. Neither clock nor sleep is its own.
package final class PeriodicCleaning: Sendable {
    /// The usual interval in apps.
    package static let usualInterval = Duration.seconds(120)

    private let task: Task<Void, Never>

    /// `clean` reads its own clock. Returning false ends the task, as an error of `sleep` does.
    package init(
        every interval: Duration = usualInterval,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        clean: @escaping @Sendable () -> Bool
    ) {
        task = Task {
            while !Task.isCancelled {
                do { try await sleep(interval) } catch { return }
                guard !Task.isCancelled, clean() else { return }
            }
        }
    }

    deinit {
        task.cancel()
    }

    package func cancel() {
        task.cancel()
    }

    /// Waits until no cleaning is under way and none will be, after `cancel` or an end of its own.
    package func ended() async {
        await task.value
    }
}
