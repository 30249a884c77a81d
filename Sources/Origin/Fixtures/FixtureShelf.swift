import Images
import Serving
import Synchronization

/// Images made on request, the latest of them kept. Any thread may ask.
final class FixtureShelf: Sendable {
    private struct Kept {
        var place: FixturePlace
        var resource: Resource
    }

    /// Each takes a descriptor, if it is long.
    private static let mostImages = 256
    /// All bodies together, in bytes.
    private let capacity: Int
    /// The latest asked for stands last.
    private let kept = Mutex<[Kept]>([])

    init(capacity: Int = 128_000_000) {
        self.capacity = capacity
    }

    /// nil where it has to be made.
    func find(_ place: FixturePlace) -> Resource? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.place == place }) else { return nil }
            let found = kept.remove(at: index)
            kept.append(found)
            return found.resource
        }
    }

    func keep(_ resource: Resource, at place: FixturePlace) {
        kept.withLock { kept in
            kept.append(Kept(place: place, resource: resource))
            var held = kept.reduce(0) { $0 + $1.resource.body.count }
            while kept.count > 1, held > capacity || kept.count > Self.mostImages {
                held -= kept.removeFirst().resource.body.count
            }
        }
    }
}
