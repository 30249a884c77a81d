import CacheClient
import Wire

/// Costs of memory hits for each round, in elapsed nanoseconds.
struct MemoryFigures {
    /// As many images as an app typically keeps in memory.
    static let usual = 1000
    static let sizes = [100, 1000, 10_000, 100_000, 1_000_000]

    var alone: [Double] = []
    var together: [Double] = []
    var onMainActor: [Double] = []
    var detached: [Double] = []
    var actor: [Double] = []
    var system: [Int: [Double]] = [:]
    var bySize: [Int: [Double]] = [:]
    var dictionary: [Int: [Double]] = [:]

    /// Measures netlab and its peers in turn.
    mutating func measure(_ peers: CachePeers?) throws {
        let loop = HitLoop(entries: Self.usual)
        let (cache, images) = Self.filled(loop)
        let isHit = { @Sendable (key: String) in cache.image(for: key, at: .zero) != nil }
        alone.append(try loop.time(isHit))
        if let peers { system[1, default: []].append(try peers.memoryHit(threads: 1, entries: Self.usual)) }
        together.append(try loop.time(threads: 2, isHit))
        if let peers { system[2, default: []].append(try peers.memoryHit(threads: 2, entries: Self.usual)) }
        // Commands run on the program's main thread.
        onMainActor.append(
            try MainActor.assumeIsolated { try loop.time { cache.image(for: $0, at: .zero) != nil } }
        )
        detached.append(try loop.timeDetached(isHit))
        let actor = ActorDictionary(images)
        self.actor.append(try loop.timeDetached { await actor.image(for: $0) != nil })
        for size in Self.sizes { try measure(entries: size) }
    }

    private mutating func measure(entries: Int) throws {
        let loop = HitLoop(entries: entries)
        let (cache, images) = Self.filled(loop)
        let dictionary = LockedDictionary(images)
        bySize[entries, default: []].append(try loop.time { cache.image(for: $0, at: .zero) != nil })
        self.dictionary[entries, default: []].append(try loop.time { dictionary.image(for: $0) != nil })
    }

    /// Fills both with the same images.
    private static func filled(_ loop: HitLoop) -> (MemoryCache, [String: CachedImage]) {
        let cache = MemoryCache(limits: CacheLimits(timeToLive: .seconds(300)))
        var images = [String: CachedImage](minimumCapacity: loop.keys.count)
        for key in loop.keys {
            let image = CachedImage(bytes: [1, 2, 3, 4], etag: nil)
            cache.store(image, for: key, at: .zero)
            images[key] = image
        }
        return (cache, images)
    }
}
