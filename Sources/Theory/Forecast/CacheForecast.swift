import Scenarios
import Wire

/// Which files a client's caches will hold, by the scenario's rules alone. Entries expire only when a step
/// advances the calendar: the time that fetches take is ignored.
struct CacheForecast {
    /// What a fetch will request from the network.
    enum Need: Hashable {
        case nothing
        case validation
        case body
        /// Unknown: it depends on the freshness that the origin's answer states.
        case untold
    }

    private var memory = ForecastTier()
    private var disk = ForecastTier()
    /// Files that have changed at the origin since the caches stored them.
    private var changed: Set<String> = []

    /// `statesFreshness` is true if the origin sends any field that determines freshness.
    mutating func fetch(
        _ file: String,
        size: Int,
        _ options: [FetchOption] = [],
        statesFreshness: Bool = false,
        by client: ClientSettings
    ) -> Need {
        memory.keep(within: client.memory)
        disk.keep(within: client.disk)
        let mayRead = !options.contains(.forceRefresh)
        let isInMemory = mayRead && client.policy.usesMemory && memory.holds(file)
        let isOnDisk =
            mayRead && !isInMemory && client.policy.usesDisk
            && !options.contains(.fromMemoryCacheOrRefresh) && disk.holds(file)
        if isInMemory { memory.use(file) }
        if isOnDisk {
            disk.use(file)
            if client.policy.usesMemory { memory.store(file, size: size, within: client.memory) }
        }
        if options.contains(.onlyFromCache) { return .nothing }
        let need = need(of: file, isInMemory, isOnDisk, statesFreshness, by: client)
        guard need == .body || need == .untold else { return need }
        if client.policy.usesMemory { memory.store(file, size: size, within: client.memory) }
        if client.policy.usesDisk {
            disk.remove(file)
            if !options.contains(.memoryOnly) { disk.store(file, size: size, within: client.disk) }
        }
        return need
    }

    private mutating func need(
        of file: String,
        _ isInMemory: Bool,
        _ isOnDisk: Bool,
        _ statesFreshness: Bool,
        by client: ClientSettings
    ) -> Need {
        guard isInMemory || isOnDisk else {
            changed.remove(file)
            return .body
        }
        switch client.revalidate {
        case .never: return .nothing
        case .diskHit where isInMemory: return .nothing
        case .http where statesFreshness: return .untold
        case .diskHit, .always, .http: return changed.remove(file) == nil ? .validation : .body
        }
    }

    mutating func forget(_ what: Step.Forgetting) {
        if what == .memory || what == .all { memory.removeAll() }
        if what == .disk || what == .all { disk.removeAll() }
    }

    /// Expires entries as if they had been stored just before.
    mutating func advance(by time: Nanoseconds, _ client: ClientSettings) {
        if let life = client.memory.timeToLive, time >= life { memory.removeAll() }
        if let life = client.disk.timeToLive, time >= life { disk.removeAll() }
    }

    mutating func change(_ files: [String]) {
        changed.formUnion(files)
    }
}

extension ClientSettings.Policy {
    fileprivate var usesMemory: Bool { self == .memory || self == .both }
    fileprivate var usesDisk: Bool { self == .disk || self == .both }
}
