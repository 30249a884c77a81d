import Scenarios
import Wire

/// Which files a client's caches will hold, by the scenario's rules alone: limits and lifetimes are not counted.
struct CacheForecast {
    /// What a fetch will ask of the network.
    enum Need: Hashable {
        case nothing
        case validation
        case body
        /// That hangs on what the origin says of the file's freshness.
        case untold
    }

    private var memory: Set<String> = []
    private var disk: Set<String> = []
    /// Files whose bytes at the origin are not the ones that the caches hold.
    private var changed: Set<String> = []

    /// `saysFreshness` where the origin says anything by which a cache may tell how long the file is fresh.
    mutating func fetch(
        _ file: String,
        _ options: [FetchOption] = [],
        saysFreshness: Bool = false,
        by client: ClientSettings
    ) -> Need {
        let usesMemory = client.policy == .memory || client.policy == .both
        let usesDisk = client.policy == .disk || client.policy == .both
        let mayRead = !options.contains(.forceRefresh)
        let isInMemory = mayRead && usesMemory && memory.contains(file)
        let isOnDisk =
            mayRead && usesDisk && !options.contains(.fromMemoryCacheOrRefresh) && disk.contains(file)
        if options.contains(.onlyFromCache) { return .nothing }
        if usesMemory { memory.insert(file) }
        if usesDisk {
            if options.contains(.memoryOnly), !isOnDisk { disk.remove(file) } else { disk.insert(file) }
        }
        let asks: Bool
        switch client.revalidate {
        case .never: asks = false
        case .diskHit: asks = !isInMemory
        case .always: asks = true
        case .http:
            if saysFreshness, isInMemory || isOnDisk { return .untold }
            asks = true
        }
        guard isInMemory || isOnDisk else {
            changed.remove(file)
            return .body
        }
        guard asks else { return .nothing }
        return changed.remove(file) == nil ? .validation : .body
    }

    mutating func forget(_ what: Step.Forgetting) {
        if what == .memory || what == .all { memory = [] }
        if what == .disk || what == .all { disk = [] }
    }

    /// What outlives its time leaves, if it was stored just before.
    mutating func advance(by time: Nanoseconds, _ client: ClientSettings) {
        if let life = client.memory.timeToLive, time >= life { memory = [] }
        if let life = client.disk.timeToLive, time >= life { disk = [] }
    }

    mutating func change(_ files: [String]) {
        changed.formUnion(files)
    }
}
