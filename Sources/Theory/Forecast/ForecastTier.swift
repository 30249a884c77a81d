import Scenarios

/// What one cache will hold: the least recently used leaves where a limit is reached. What an entry has beside the body is
/// not counted.
struct ForecastTier {
    /// The least recently used first.
    private var files: [(name: String, size: Int)] = []
    private var bytes = 0

    func holds(_ name: String) -> Bool { files.contains { $0.name == name } }

    /// It is the most recently used from now on.
    mutating func use(_ name: String) {
        guard let place = files.firstIndex(where: { $0.name == name }) else { return }
        files.append(files.remove(at: place))
    }

    /// What is larger than all that may be held is not stored.
    mutating func store(_ name: String, size: Int, within limits: ClientSettings.CacheLimits) {
        remove(name)
        guard size <= limits.size ?? .max else { return }
        files.append((name, size))
        bytes += size
        keep(within: limits)
    }

    mutating func keep(within limits: ClientSettings.CacheLimits) {
        while let oldest = files.first, bytes > limits.size ?? .max || files.count > limits.count ?? .max {
            remove(oldest.name)
        }
    }

    mutating func remove(_ name: String) {
        guard let place = files.firstIndex(where: { $0.name == name }) else { return }
        bytes -= files.remove(at: place).size
    }

    mutating func removeAll() {
        self = ForecastTier()
    }
}
