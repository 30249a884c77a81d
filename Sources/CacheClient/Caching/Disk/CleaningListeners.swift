import Synchronization

/// Listeners to the files that a disk cache removes by itself. Any thread may call it; without listeners it
/// costs one check.
final class CleaningListeners: Sendable {
    /// Cleanings buffered for one listener; of further ones it gets only the number of files.
    static let mostWaiting = 256

    private struct Listener {
        let continuation: AsyncStream<DiskCleaning>.Continuation
        var missed = 0
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var joined = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let count = Atomic(0)

    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Returns a stream of all cleanings from now on, until it is cancelled or released, or `close` is
    /// called.
    func join() -> AsyncStream<DiskCleaning> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DiskCleaning.self,
            bufferingPolicy: .bufferingOldest(Self.mostWaiting)
        )
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.joined += 1
            state.listeners[state.joined] = Listener(continuation: continuation)
            count.store(state.listeners.count, ordering: .relaxed)
            return state.joined
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.leave(number) }
        return stream
    }

    func tell(_ departures: DiskFolder.Departures) {
        guard !departures.isEmpty else { return }
        let expired = departures.expired.map(\.text)
        let evicted = departures.evicted.map(\.text)
        state.withLock { state in
            for (number, listener) in state.listeners {
                let cleaning = DiskCleaning(expired: expired, evicted: evicted, missed: listener.missed)
                switch listener.continuation.yield(cleaning) {
                case .enqueued: state.listeners[number]?.missed = 0
                case .dropped: state.listeners[number]?.missed += expired.count + evicted.count
                default: break
                }
            }
        }
    }

    /// Ends all streams.
    func close() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.isClosed = true
            return state.listeners
        }
        count.store(0, ordering: .relaxed)
        // Outside the lock: finishing a stream makes its listener leave.
        for listener in listeners.values { listener.continuation.finish() }
    }

    private func leave(_ number: Int) {
        let listener = state.withLock { state in
            defer { count.store(state.listeners.count, ordering: .relaxed) }
            return state.listeners.removeValue(forKey: number)
        }
        // Release what it holds outside the lock.
        extendLifetime(listener)
    }
}

extension DiskFolder.Departures {
    fileprivate var isEmpty: Bool { expired.isEmpty && evicted.isEmpty }
}
