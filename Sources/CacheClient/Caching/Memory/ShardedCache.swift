import Synchronization
package import Wire

/// Images in memory, with least-recently-used eviction.
///
/// Any thread may call it, and a hit returns on the calling thread. It is divided into shards by key, each
/// with a lock that is held for some tens of nanoseconds; the limits hold for all of them together and
/// exactly, since every store and removal also holds the totals' lock (always taken before a shard's). The
/// order of use follows the moments passed in; uses at the same moment are ordered only within a shard.
package final class ShardedCache<Value: CachedValue>: Sendable {
    /// Enough that threads rarely contend, few enough that an eviction can check them all.
    static var shardCount: Int { 16 }

    private let shards = InlineArray<16, MemoryShardCell<Value>> { _ in MemoryShardCell() }
    private let totals: Mutex<MemoryTotals>
    private let seed = UInt64.random(in: 0 ... .max)

    package init(limits: CacheLimits) {
        totals = Mutex(MemoryTotals(limits: limits))
        spread(limits)
    }

    /// Total cost of the entries, in bytes, expired ones not looked up since included.
    package var bytes: Int { totals.withLock { $0.bytes } }
    package var count: Int { totals.withLock { $0.count } }
    /// Number of entries evicted by a limit or a memory shortage.
    package var evictions: Int { totals.withLock { $0.evictions } }
    package var generation: Int { totals.withLock { $0.generation } }

    /// Returns the image and makes it the most recently used; an expired one is removed and is a miss.
    /// Inlined into callers for one value type, so that it is specialized.
    @inline(__always)
    func find(_ key: String, at now: Instant, extending: LifeExtension) -> Value? {
        let hash = KeyHash(key, seed: seed)
        let answer = shards[hash.shard(of: Self.shardCount)].state.withLock { shard in
            shard.use(key, hash, at: now.nanoseconds, extending)
        }
        switch answer {
        case .hit(let image): return image
        case .miss: return nil
        case .expired:
            remove(key) { shard, place in shard.isExpired(place, at: now.nanoseconds) }
            return nil
        }
    }

    /// Whether the image is present and usable; this does not count as a use.
    package func contains(_ key: String, at now: Instant) -> Bool {
        let hash = KeyHash(key, seed: seed)
        return shards[hash.shard(of: Self.shardCount)].state.withLock { shard in
            shard.slot(of: key, hash).map { !shard.isExpired($0, at: now.nanoseconds) } ?? false
        }
    }

    /// Stores the image in place of an older one; false if it exceeds the limits or has no lifetime. It
    /// counts as `cost` bytes, by default the image's own.
    @discardableResult
    package func store(
        _ image: Value,
        for key: String,
        at now: Instant,
        cost: Int? = nil,
        lifetime: Lifetime = .ofCache
    ) -> Bool {
        let entry = MemoryEntry(image: image, cost: cost ?? image.cost, lifetime: lifetime)
        return changing { totals, freed in store(entry, for: key, at: now, &totals, &freed) }
    }

    /// Stores an image from another cache, unless a newer one was stored or the cache was emptied since
    /// `generation`.
    package func promote(
        _ image: Value,
        for key: String,
        at now: Instant,
        generation: Int,
        cost: Int? = nil,
        lifetime: Lifetime = .ofCache
    ) {
        let entry = MemoryEntry(image: image, cost: cost ?? image.cost, lifetime: lifetime)
        changing { totals, freed in
            guard totals.generation == generation, !contains(key, at: now) else { return }
            store(entry, for: key, at: now, &totals, &freed)
        }
    }

    /// Notes that the origin confirmed the image with this validator: its time to live restarts, and the new
    /// fields replace the old ones.
    package func confirm(_ key: String, etag: String?, by confirmation: Confirmation? = nil, at now: Instant)
    {
        let hash = KeyHash(key, seed: seed)
        shards[hash.shard(of: Self.shardCount)].state.withLock { shard in
            guard let place = shard.slot(of: key, hash), let image = shard.slots[place].image,
                image.head.etag == etag
            else { return }
            if let confirmation { shard.slots[place].image = image.confirmed(by: confirmation) }
            shard.slots[place].since = now.nanoseconds
        }
    }

    package func remove(_ key: String) {
        remove(key) { _, _ in true }
    }

    /// Removes the image, and prevents pending reads of another cache from storing theirs; other keys'
    /// images are simply read again.
    func forget(_ key: String) {
        changing { totals, _ in totals.generation += 1 }
        remove(key)
    }

    package func removeAll() {
        changing { totals, freed in
            for index in 0..<Self.shardCount {
                shards[index].state.withLock { shard in
                    freed += shard.slots.compactMap(\.image)
                    shard.removeAll()
                }
            }
            (totals.bytes, totals.count) = (0, 0)
            totals.generation += 1
        }
    }

    /// Sets the limits; entries that exceed them are evicted at once.
    package func setLimits(_ limits: CacheLimits) {
        changing { totals, freed in
            totals.limits = limits
            spread(limits)
            evict(&totals, &freed) { $0.isOverLimits }
        }
    }

    /// Removes expired entries; returns their number.
    @discardableResult
    package func removeExpired(at now: Instant) -> Int {
        changing { totals, freed in
            let before = totals.count
            for index in 0..<Self.shardCount {
                shards[index].state.withLock { shard in
                    for place in shard.slots.indices where shard.isExpired(place, at: now.nanoseconds) {
                        let hash = KeyHash(shard.slots[place].key, seed: seed)
                        take(place, hash, of: &shard, &totals, &freed)
                    }
                }
            }
            return before - totals.count
        }
    }

    /// Evicts the least recently used entries until at most this share of the current bytes is left; for
    /// memory shortages. 0 leaves nothing.
    package func shrink(to share: Double) {
        changing { totals, freed in
            let most = Int(Double(totals.bytes) * min(max(share, 0), 1))
            evict(&totals, &freed) { share <= 0 || $0.bytes > most }
        }
    }
}

/// Printing a client would otherwise copy values that cannot be copied.
extension ShardedCache: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: ["count": count, "bytes": bytes]) }
}

extension ShardedCache {
    /// Changes the entries under the totals' lock. Removed values are released after it: freeing much memory
    /// takes a while.
    private func changing<Outcome>(_ body: (inout MemoryTotals, inout [Value]) -> Outcome) -> Outcome {
        var freed: [Value] = []
        defer { extendLifetime(freed) }
        return totals.withLock { body(&$0, &freed) }
    }

    @discardableResult
    private func store(
        _ entry: MemoryEntry<Value>,
        for key: String,
        at now: Instant,
        _ totals: inout MemoryTotals,
        _ freed: inout [Value]
    ) -> Bool {
        let hash = KeyHash(key, seed: seed)
        let isOver = entry.lifetime.nanoseconds(totals.limits).map { $0 <= 0 } ?? false
        let isRefused = isOver || totals.limits.refuses(bytes: entry.cost)
        shards[hash.shard(of: Self.shardCount)].state.withLock { shard in
            if isRefused {
                // The older image is outdated.
                if let place = shard.slot(of: key, hash) { take(place, hash, of: &shard, &totals, &freed) }
                return
            }
            if let place = shard.slot(of: key, hash), let image = shard.slots[place].image {
                freed.append(image)
            }
            let replaced = shard.insert(entry, for: key, hash, at: now.nanoseconds)
            totals.bytes += entry.cost - (replaced ?? 0)
            totals.count += replaced == nil ? 1 : 0
        }
        evict(&totals, &freed) { $0.isOverLimits }
        return !isRefused
    }

    private func remove(_ key: String, where isMeant: (MemoryShard<Value>, Int) -> Bool) {
        let hash = KeyHash(key, seed: seed)
        changing { totals, freed in
            shards[hash.shard(of: Self.shardCount)].state.withLock { shard in
                guard let place = shard.slot(of: key, hash), isMeant(shard, place) else { return }
                take(place, hash, of: &shard, &totals, &freed)
            }
        }
    }

    private func take(
        _ place: Int,
        _ hash: KeyHash,
        of shard: inout MemoryShard<Value>,
        _ totals: inout MemoryTotals,
        _ freed: inout [Value]
    ) {
        guard let removed = shard.remove(place, hash) else { return }
        totals.bytes -= removed.cost
        totals.count -= 1
        freed.append(removed.image)
    }

    /// Evicts repeatedly the least recently used entry of all shards.
    private func evict(
        _ totals: inout MemoryTotals,
        _ freed: inout [Value],
        while isNeeded: (MemoryTotals) -> Bool
    ) {
        while totals.count > 0, isNeeded(totals) {
            var oldest: (shard: Int, use: Int64)?
            for index in 0..<Self.shardCount {
                guard let use = shards[index].state.withLock({ $0.oldestUse }) else { continue }
                if use < oldest?.use ?? .max { oldest = (index, use) }
            }
            guard let oldest else { return }
            shards[oldest.shard].state.withLock { shard in
                guard let place = shard.oldestPlace else { return }
                let hash = KeyHash(shard.slots[place].key, seed: seed)
                take(place, hash, of: &shard, &totals, &freed)
            }
            totals.evictions += 1
        }
    }

    private func spread(_ limits: CacheLimits) {
        for index in 0..<Self.shardCount {
            shards[index].state.withLock { shard in
                shard.timeToLive = limits.timeToLive?.nanoseconds
                shard.isSliding = limits.isSliding
            }
        }
    }
}
