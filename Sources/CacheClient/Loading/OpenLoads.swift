import Synchronization
internal import Wire

/// The loads that wait for disk or network, by what the caches know their images by: for whoever gives several up at once.
final class OpenLoads: Sendable {
    private struct Table {
        /// One for each key: mostly there are no more.
        var loads: [HashedKey: ImageLoad] = [:]
        var others: [HashedKey: [ObjectIdentifier: ImageLoad]] = [:]

        func all(for key: HashedKey) -> [ImageLoad] {
            (loads[key].map { [$0] } ?? []) + (others[key].map { Array($0.values) } ?? [])
        }
    }

    private let table = Mutex(Table())

    /// Until it is over.
    func add(_ load: ImageLoad, for key: String) {
        let key = HashedKey(key)
        table.withLock { table in
            guard let other = table.loads.updateValue(load, forKey: key) else { return }
            table.others[key, default: [:]][ObjectIdentifier(other)] = other
        }
        // It holds no load beyond its end: what is over is never left here, whichever comes first.
        if !load.leaves(self, key) { remove(load, for: key) }
    }

    func all(for key: String) -> [ImageLoad] {
        let key = HashedKey(key)
        return table.withLock { $0.all(for: key) }
    }

    var all: [ImageLoad] {
        table.withLock { Array($0.loads.values) + $0.others.values.flatMap(\.values) }
    }

    /// An image was stored that `load` had asked for at `moment`: whoever asked before for the same and is answered later has
    /// something older.
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
