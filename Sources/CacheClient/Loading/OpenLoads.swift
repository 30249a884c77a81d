import Synchronization

/// The loads that wait for disk or network, by what the caches know their images by: for whoever gives several up at once.
final class OpenLoads: Sendable {
    private let loads = Mutex<[String: [ObjectIdentifier: ImageLoad]]>([:])

    /// Until it is over.
    func add(_ load: ImageLoad, for key: String) {
        let id = ObjectIdentifier(load)
        loads.withLock { $0[key, default: [:]][id] = load }
        // It holds no load beyond its end: what is over is never left here, whichever comes first.
        if !load.whenOver({ [weak self] in self?.remove(id, for: key) }) { remove(id, for: key) }
    }

    func all(for key: String) -> [ImageLoad] {
        loads.withLock { $0[key].map { Array($0.values) } ?? [] }
    }

    var all: [ImageLoad] { loads.withLock { $0.values.flatMap(\.values) } }

    private func remove(_ id: ObjectIdentifier, for key: String) {
        loads.withLock { loads in
            loads[key]?[id] = nil
            if loads[key]?.isEmpty == true { loads[key] = nil }
        }
    }
}
