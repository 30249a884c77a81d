import Synchronization
package import Wire

/// Images in memory, the least recently used leaving first.
///
/// Any thread may call it, and a hit returns on the thread that asks. It is cut into shards by key, each with a lock that
/// is held for some tens of nanoseconds; the limits hold for all of them together and exactly, since whatever stores or
/// removes holds the totals' lock, too (always taken before a shard's). The order of use is that of the moments handed in.
/// Of what asks at the same moment the order is kept within a shard.
package final class ShardedCache<Value: CachedValue>: Sendable {
    /// Enough that two threads meet seldom, few enough that an eviction may look at them all.
    static var shardCount: Int { 16 }

    private let shards = InlineArray<16, MemoryShardCell<Value>> { _ in MemoryShardCell() }
    private let totals: Mutex<MemoryTotals>
    private let seed = UInt64.random(in: 0 ... .max)

    package init(limits: CacheLimits) {
        totals = Mutex(MemoryTotals(limits: limits))
        spread(limits)
    }

    /// As what is held counts, expired entries that nobody asked for included.
    package var bytes: Int { totals.withLock { $0.bytes } }
    package var count: Int { totals.withLock { $0.count } }
    /// How many entries left because a limit was reached, or memory was short.
    package var evictions: Int { totals.withLock { $0.evictions } }
    package var generation: Int { totals.withLock { $0.generation } }

    /// The image, which becomes the most recently used; an expired one leaves and is a miss. Inlined into what asks for one
    /// form of images, so that nothing generic is left of it.
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

    /// Whether the image is there and serves; it does not count as a use.
    package func contains(_ key: String, at now: Instant) -> Bool {
        let hash = KeyHash(key, seed: seed)
        return shards[hash.shard(of: Self.shardCount)].state.withLock { shard in
            shard.slot(of: key, hash).map { !shard.isExpired($0, at: now.nanoseconds) } ?? false
        }
    }

    /// Stores the image in place of an older one; false where it is larger than may be held, or lasts no time. It counts
    /// as `cost` bytes, those that the image says unless the caller knows better.
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

    /// Stores what another cache held, unless something newer came or everything was forgotten since `generation`.
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

    /// The origin said that the image with this validator still holds: its time to live begins anew, and what it said
    /// replaces what it said before.
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

    /// The same, and what another cache is just being read for is not stored either: no matter for others' images, which are
    /// read again.
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

    /// From here on these limits hold; what exceeds them leaves at once.
    package func setLimits(_ limits: CacheLimits) {
        changing { totals, freed in
            totals.limits = limits
            spread(limits)
            evict(&totals, &freed) { $0.isOverLimits }
        }
    }

    /// Removes what has expired; how many that were.
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

    /// For when the machine runs short of memory: the least recently used leave until at most this share of the bytes
    /// held now is left. 0 leaves nothing.
    package func shrink(to share: Double) {
        changing { totals, freed in
            let most = Int(Double(totals.bytes) * min(max(share, 0), 1))
            evict(&totals, &freed) { share <= 0 || $0.bytes > most }
        }
    }
}

/// Whoever prints a client would copy what cannot be copied.
extension ShardedCache: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: ["count": count, "bytes": bytes]) }
}

extension ShardedCache {
    /// Changes what is held under the totals' lock. What leaves is let go after it: to free much memory takes a while.
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
                // The older image is not what the key stands for any more.
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

    /// The least recently used of all shards leaves, again and again.
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
