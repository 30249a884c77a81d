import Synchronization
package import Wire

/// Images in memory, the least recently used leaving first.
///
/// Any thread may call it; a lookup takes one lock and never waits for anything else. Time is handed in.
package final class MemoryCache: Sendable {
    private struct Entry {
        var image: CachedImage
        var storedAt: Instant
    }

    private struct State {
        var entries = RecencyList<Entry>()
        var limits: CacheLimits
        var bytes = 0
        var evictions = 0
        /// Grows when everything is forgotten, so that what was looked up before is not put back after.
        var generation = 0

        mutating func remove(_ key: String) {
            guard let removed = entries.remove(key) else { return }
            bytes -= removed.image.bytes.count
        }

        mutating func enforceLimits() {
            while limits.areExceeded(bytes: bytes, count: entries.count), let evicted = entries.removeOldest()
            {
                bytes -= evicted.value.image.bytes.count
                evictions += 1
            }
        }
    }

    private let state: Mutex<State>

    package init(limits: CacheLimits) {
        state = Mutex(State(limits: limits))
    }

    package var bytes: Int { state.withLock { $0.bytes } }
    package var count: Int { state.withLock { $0.entries.count } }
    /// How many entries left because a limit was reached.
    package var evictions: Int { state.withLock { $0.evictions } }
    package var generation: Int { state.withLock { $0.generation } }

    /// The image, which becomes the most recently used; an expired one leaves and is a miss.
    package func image(for key: String, at now: Instant) -> CachedImage? {
        state.withLock { state in
            guard let entry = state.entries.use(key) else { return nil }
            guard !state.limits.isExpired(age: now - entry.storedAt) else {
                state.remove(key)
                return nil
            }
            return entry.image
        }
    }

    /// Stores the image in place of an older one; false where it is larger than all that may be held.
    @discardableResult
    package func store(_ image: CachedImage, for key: String, at now: Instant) -> Bool {
        state.withLock { Self.store(image, for: key, at: now, in: &$0) }
    }

    /// Stores what another cache held, unless something newer came or everything was forgotten since `generation`.
    package func promote(_ image: CachedImage, for key: String, at now: Instant, generation: Int) {
        state.withLock { state in
            guard state.generation == generation else { return }
            if let present = state.entries.peek(key), !state.limits.isExpired(age: now - present.storedAt) {
                return
            }
            _ = Self.store(image, for: key, at: now, in: &state)
        }
    }

    /// The origin said that the image still holds: its time to live begins anew.
    package func confirm(_ key: String, etag: String?, at now: Instant) {
        state.withLock { state in
            guard var entry = state.entries.peek(key), entry.image.etag == etag else { return }
            entry.storedAt = now
            state.entries.insert(entry, for: key)
        }
    }

    package func remove(_ key: String) {
        state.withLock { $0.remove(key) }
    }

    package func removeAll() {
        state.withLock { state in
            state.entries.removeAll()
            state.bytes = 0
            state.generation += 1
        }
    }

    /// From here on these limits hold; what exceeds them leaves at once.
    package func setLimits(_ limits: CacheLimits) {
        state.withLock { state in
            state.limits = limits
            state.enforceLimits()
        }
    }

    private static func store(
        _ image: CachedImage,
        for key: String,
        at now: Instant,
        in state: inout State
    ) -> Bool {
        let cost = image.bytes.count
        guard !state.limits.areExceeded(bytes: cost, count: 1) else {
            // The older image is not what the key stands for any more.
            state.remove(key)
            return false
        }
        let replaced = state.entries.insert(Entry(image: image, storedAt: now), for: key)
        state.bytes += cost - (replaced?.image.bytes.count ?? 0)
        state.enforceLimits()
        return true
    }
}
