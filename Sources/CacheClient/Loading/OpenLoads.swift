import Synchronization
internal import Wire

/// The loads that wait for disk or network, by cache key: used to cancel several at once.
final class OpenLoads: Sendable {
    private struct Table {
        /// The only load of each key in most cases.
        var loads: [HashedKey: ImageLoad] = [:]
        var others: [HashedKey: [ObjectIdentifier: ImageLoad]] = [:]

        func all(for key: HashedKey) -> [ImageLoad] {
            (loads[key].map { [$0] } ?? []) + (others[key].map { Array($0.values) } ?? [])
        }
    }

    private let table = Mutex(Table())

    /// Adds a load until it is over.
    func add(_ load: ImageLoad, for key: String) {
        let key = HashedKey(key)
        table.withLock { table in
            guard let other = table.loads.updateValue(load, forKey: key) else { return }
            table.others[key, default: [:]][ObjectIdentifier(other)] = other
        }
        // Never hold a load beyond its end, whichever of the two comes first.
        if !load.leaveWhenOver(self, key) { remove(load, for: key) }
    }

    func all(for key: String) -> [ImageLoad] {
        let key = HashedKey(key)
        return table.withLock { $0.all(for: key) }
    }

    var all: [ImageLoad] {
        table.withLock { Array($0.loads.values) + $0.others.values.flatMap(\.values) }
    }

    /// Notes that the image `load` requested at `moment` was stored: loads of the same key that were
    /// requested before and end later have an older image.
    func outdate(_ key: String, _ moment: Instant, by load: ImageLoad) {
        for other in all(for: key) where other !== load { other.outdate(moment) }
    }

    func remove(_ load: ImageLoad, for key: HashedKey) {
        table.withLock { table in
            if table.loads[key] === load {
                table.loads[key] = nil
            } else {
                table.others[key]?[ObjectIdentifier(load)] = nil
                if table.others[key]?.isEmpty == true { table.others[key] = nil }
            }
        }
    }
}
