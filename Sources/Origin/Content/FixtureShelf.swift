import Images
import Synchronization

/// Images made on request, the latest of them kept.
final class FixtureShelf: Sendable {
    private struct Kept {
        var place: FixturePlace
        var resource: Resource
    }

    /// All bodies together, in bytes.
    private let capacity: Int
    /// The latest asked for stands last.
    private let kept = Mutex<[Kept]>([])

    init(capacity: Int = 128_000_000) {
        self.capacity = capacity
    }

    func resource(_ place: FixturePlace) throws(ImageError) -> Resource {
        let found = kept.withLock { kept -> Resource? in
            guard let index = kept.firstIndex(where: { $0.place == place }) else { return nil }
            let found = kept.remove(at: index)
            kept.append(found)
            return found.resource
        }
        if let found { return found }
        let bytes = try FixtureImage.make(
            place.kind,
            bytes: place.size,
            seed: place.seed,
            name: "fixture/\(place.kind.rawValue)/\(place.size)",
            version: 1
        )
        let resource = Resource(bytes, place.kind)
        kept.withLock { kept in
            kept.append(Kept(place: place, resource: resource))
            var held = kept.reduce(0) { $0 + $1.resource.body.count }
            while held > capacity, kept.count > 1 { held -= kept.removeFirst().resource.body.count }
        }
        return resource
    }
}
