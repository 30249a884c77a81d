import Scenarios

/// Contents of one cache, which evicts the least recently used file at a limit. Only body bytes count.
struct ForecastTier {
    /// Least recently used first.
    private var files: [(name: String, size: Int)] = []
    private var bytes = 0

    func holds(_ name: String) -> Bool { files.contains { $0.name == name } }

    /// Marks the file as most recently used.
    mutating func use(_ name: String) {
        guard let place = files.firstIndex(where: { $0.name == name }) else { return }
        files.append(files.remove(at: place))
    }

    /// A file larger than the whole cache is not stored.
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
