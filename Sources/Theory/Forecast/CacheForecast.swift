import Scenarios

/// Which files a client's caches will hold, by the scenario's rules alone: limits and lifetimes are not counted.
struct CacheForecast {
    /// What a fetch will ask of the network.
    enum Need: Hashable {
        case nothing
        case validation
        case body
    }

    private var memory: Set<String> = []
    private var disk: Set<String> = []
    /// Files whose bytes at the origin are not the ones that the caches hold.
    private var changed: Set<String> = []

    mutating func fetch(_ file: String, by client: ClientSettings) -> Need {
        let usesMemory = client.policy == .memory || client.policy == .both
        let usesDisk = client.policy == .disk || client.policy == .both
        let isInMemory = usesMemory && memory.contains(file)
        let isOnDisk = usesDisk && disk.contains(file)
        if usesMemory { memory.insert(file) }
        if usesDisk { disk.insert(file) }
        let asks: Bool
        switch client.revalidate {
        case .never: asks = false
        case .diskHit: asks = !isInMemory
        case .always: asks = true
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

    mutating func change(_ files: [String]) {
        changed.formUnion(files)
    }
}
